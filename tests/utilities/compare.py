#!/usr/bin/env python3
"""Runs generated commands in two shells, one with utilities in process and one without, and compares what they wrote,
their statuses, and the files they left.

    compare.py [-s SHELL] [-n ROUNDS] [-r SEED] [-v] UTILITY...

Each round is one script of 200 commands. -v tells how many programs were started with utilities in process.
"""
import argparse, os, random, shlex, shutil, subprocess, sys, tempfile

WORDS = ["a", "b", "ab", "abc", "foo", "bar", "x1", "10", "9", "hello world", "foo bar baz", "aaa", "", "A", "Foo", "1.5", "-3",
         "a/b/c", "/usr/lib/x.c", "key=value", "# comment", "  lead", "trail  ", "tab\there", "#define HAVE_X 1", "a\\b", "[x]", "0"]


def text(pick):
    lines = [pick.choice(WORDS) + (pick.choice(["", "", " ", ":"]) + pick.choice(WORDS) if pick.random() < 0.5 else "")
             for _ in range(pick.randrange(12))]
    result = "\n".join(lines)
    return result + "\n" if lines and pick.random() < 0.85 else result


ATOMS = ["a", "b", "foo", "o", ".", "[a-c]", "[^a]", "[[:digit:]]", "[[:space:]]", "x", "1", " ", "/", r"\.", "h", "=", "[]x]", "[0-9A-Z_]"]


def expression(pick, extended=False, depth=0):
    parts = []
    for _ in range(pick.randrange(1, 4)):
        atom = pick.choice(ATOMS)
        if depth < 2 and pick.random() < 0.25:
            inner = expression(pick, extended, depth + 1)
            atom = f"({inner})" if extended else rf"\({inner}\)"
        roll = pick.random()
        if roll < 0.2:
            atom += "*"
        elif roll < 0.27:
            atom += "+" if extended else r"\+"
        elif roll < 0.32:
            atom += "?" if extended else r"\?"
        elif roll < 0.37:
            atom += "{1,2}" if extended else r"\{1,2\}"
        parts.append(atom)
    result = "".join(parts)
    if depth == 0 and pick.random() < 0.2:
        result = "^" + result
    if depth == 0 and pick.random() < 0.2:
        result += "$"
    if pick.random() < 0.08:
        result += ("|" if extended else r"\|") + expression(pick, extended, depth + 1)
    return result


def sed_address(pick, extended):
    roll = pick.random()
    if roll < 0.4:
        return ""
    def one():
        kind = pick.random()
        if kind < 0.35:
            return str(pick.randrange(1, 8))
        if kind < 0.5:
            return "$"
        return "/" + expression(pick, extended).replace("/", r"\/") + "/" + pick.choice(["", "", "", "I"])
    result = one()
    if roll > 0.75:
        result += "," + pick.choice([one(), one(), "+1", "+2"])
    if roll > 0.9 or roll < 0.45:
        result += "!"
    return result


def sed_command(pick, extended, depth=0):
    address = sed_address(pick, extended)
    kind = pick.random()
    if kind < 0.5:
        delimiter = pick.choice("//,:|@#")
        regex = expression(pick, extended).replace(delimiter, "\\" + delimiter)
        if pick.random() < 0.05:
            regex = ""
        replacement = "".join(pick.choice(["X", "&", r"\1", "-", " ", r"\n", r"\&", "[&]", "", r"\t"]) for _ in range(pick.randrange(4)))
        return f"{address}s{delimiter}{regex}{delimiter}{replacement}{delimiter}{pick.choice(['', 'g', 'g', 'p', 'gp', '2', '2g', 'I', '3p'])}"
    if kind < 0.6 and depth < 2:
        return address + "{" + ";".join(sed_command(pick, extended, depth + 1) for _ in range(pick.randrange(1, 4))) + pick.choice(["}", ";}"])
    if kind < 0.68:
        return address + pick.choice(["a", "i", "c"]) + pick.choice([" text", "\\\ntext", "\\\none\\\ntwo", "text"]) + "\n"
    if kind < 0.72:
        return address + "y/abc/xyz/"
    if kind < 0.78:
        return address + pick.choice(["b", "t", "b end", "t end", "T"]) if depth else address + pick.choice(["b", "t", "T"])
    return address + pick.choice(["d", "p", "P", "D", "g", "G", "h", "H", "x", "n", "N", "q", "=", "$!N", "d", "p", "q3", "Q"] if not address else list("dpPgGhHxnN=q"))


def sed(pick):
    extended = pick.random() < 0.3
    options = ["-n"] if pick.random() < 0.3 else []
    if extended:
        options.append(pick.choice(["-E", "-r"]))
    script = pick.choice([";", "\n"]).join(sed_command(pick, extended) for _ in range(pick.randrange(1, 4)))
    if "end" in script:
        script += "\n:end\n" + pick.choice(["", "s/a/Z/", "p"])
    if pick.random() < 0.2:
        return options + ["-e", script, "-e", sed_command(pick, extended)] + files(pick)
    return options + [script] + files(pick)


def files(pick):
    return pick.choice([[], [], [], ["f1"], ["f1", "f2"], ["f2", "f1", "f3"], ["nope"], ["f1", "nope"], ["d"], ["-"], ["f3", "/dev/null"]])


def grep(pick):
    extended = pick.random() < 0.4
    options = []
    if extended:
        options.append("-E")
    elif pick.random() < 0.2:
        options.append("-F")
    for letter in "ciqvxwonlsh":
        if pick.random() < 0.1:
            options.append("-" + letter)
    for letter in "HLm1":
        if pick.random() < 0.02:
            options.append("-" + letter)
    pattern = pick.choice(WORDS) if "-F" in options or pick.random() < 0.3 else expression(pick, extended)
    if pick.random() < 0.1:
        return options + ["-e", pattern, "-e", pick.choice(WORDS)] + files(pick)
    if pick.random() < 0.1:
        return options + ["-e", pattern] + files(pick)
    return options + ["--"] + [pattern] + files(pick) if pattern.startswith("-") else options + [pattern] + files(pick)


def expr(pick, depth=0):
    kind = pick.random()
    if kind < 0.5:
        return [pick.choice(["x", "X", ""]) + pick.choice(WORDS), ":", pick.choice([expression(pick), r"\(.*\)", r"x\(.*\)", ".*", r"X\(.*[^/]\)//*[^/][^/]*/*$", r"[^0-9]*"])]
    number = lambda: pick.choice([str(pick.randrange(-5, 20)), pick.choice(WORDS), "99999999999999999999"])
    if kind < 0.8:
        return [number(), pick.choice(["+", "-", "*", "/", "%", "<", "<=", "=", "==", "!=", ">=", ">", "|", "&"]), number()]
    if kind < 0.9 and depth < 3:
        return expr(pick, depth + 1) + [pick.choice(["+", "|", "&", "="])] + expr(pick, depth + 1)
    if kind < 0.95 and depth < 3:
        return ["("] + expr(pick, depth + 1) + [")"]
    return pick.choice([["length", pick.choice(WORDS)], ["substr", "hello", "2", "3"], ["index", "hello", "lo"], [pick.choice(WORDS)], [], ["+", "length"], ["match", "abc", "a."]])


def tr(pick):
    sets = ["a", "abc", "a-z", "A-Z", "[a-z]", "[A-Z]", "xyz", "0-9", "\\n", " ", "\\t", "[:upper:]", "[:lower:]", "[:space:]", "\\012", "/", "a-c1-3", "\\\\", "[:alnum:]", "[:digit:]", "_", "-", "a-", "*", "z-a", ""]
    options = pick.choice([[], [], ["-d"], ["-s"], ["-cd"], ["-c"], ["-ds"], ["-cs"], ["-C", "-d"], ["-t"]])
    count = pick.choice([1, 2, 2, 2]) if options not in (["-d"], ["-cd"]) else pick.choice([1, 1, 1, 2])
    return options + [pick.choice(sets) for _ in range(count)]


def simple(pick, options, operands, most=2):
    chosen = [pick.choice(options) for _ in range(pick.randrange(most))] if options else []
    return [word for option in chosen for word in option.split(" ")] + operands


# Nothing here may lead out of the directory of the case: these are given to rm, mv and chmod.
PATHS = ["f1", "f2", "d", "d/x", "nope", "new1", "new2/sub", "d/y/z", "a//b/", "", ".", "a.c", "x/y.tar.gz", "l", "-x", "d/"]
NAMES = PATHS + ["/a//b/", "//", "/", "///x", "..", "../.."]


def operands(pick, most=3):
    return [pick.choice(PATHS) for _ in range(pick.randrange(most + 1))]


GENERATORS = {
    "sed": sed,
    "grep": grep,
    "expr": expr,
    "tr": tr,
    "cat": lambda pick: simple(pick, ["-u", "-n", "-"], files(pick)),
    "rm": lambda pick: simple(pick, ["-f", "-r", "-rf", "-R", "-i", "-d", "--force", "--recursive", "--"], operands(pick), 3),
    "mkdir": lambda pick: simple(pick, ["-p", "-p", "--parents", "-m 700", "-v"], operands(pick)),
    "rmdir": lambda pick: simple(pick, ["-p"], operands(pick)),
    "basename": lambda pick: simple(pick, ["-a", "--", "-s .c"], [pick.choice(NAMES) for _ in range(pick.randrange(3))] + pick.choice([[], [".c"], ["gz"], ["a.c"]])),
    "dirname": lambda pick: simple(pick, ["-z", "--"], [pick.choice(NAMES) for _ in range(pick.randrange(4))]),
    "mv": lambda pick: simple(pick, ["-f", "-i", "-n", "-v", "--"], operands(pick)),
    "ln": lambda pick: simple(pick, ["-s", "-s", "-f", "-sf", "-n", "-sfn"], operands(pick)),
    "touch": lambda pick: simple(pick, ["-c", "-a", "-m", "-r f1", "--"], operands(pick)),
    "chmod": lambda pick: simple(pick, ["-R", "-f", "--"], [pick.choice(["755", "644", "+x", "u+w", "a+r", "go-rwx", "u=rw,go=r", "0600", "+X", "a=rX,u+w", "-w", "4755", "u+s", "bad", "=", "o=u"])] + operands(pick)),
    "head": lambda pick: simple(pick, ["-n 1", "-1", "-n 3", "-c 5", "-n -1", "-q", "-n0", "-2"], files(pick)),
    "tail": lambda pick: simple(pick, ["-n 1", "-1", "-n 3", "-c 5", "-n +2", "-q", "+2"], files(pick)),
    "wc": lambda pick: simple(pick, ["-l", "-w", "-c", "-m", "-L", "-lc"], files(pick)),
    "cut": lambda pick: simple(pick, ["-s"], [word for word in pick.choice(["-d: -f1", "-c1-3", "-f 2", "-d= -f2-", "-b2", "-d / -f 1,3", "-f1 -d:", "-c -2", "-c3-", "-f0", "-d ab -f1"]).split(" ")] + files(pick)),
    "uniq": lambda pick: simple(pick, ["-c", "-d", "-u", "-i", "-f1"], files(pick)[:1]),
    "sort": lambda pick: simple(pick, ["-u", "-n", "-r", "-nr", "-k2", "-t: -k1", "-f", "-b", "-s", "-c", "-k1,1 -u", "-k 2n"], files(pick), 3),
    "seq": lambda pick: pick.choice([["5"], ["2", "4"], ["1", "2", "9"], ["10", "-3", "1"], ["0"], ["-2", "2"], ["1.5", "3"], ["-w", "8", "10"], ["a"], [], ["-s,", "3"], ["08", "10"]]),
    "uname": lambda pick: [option for option in ["-s", "-r", "-m", "-n", "-a", "-v", "-p", "-i", "-o", "-sr"] if pick.random() < 0.2] + pick.choice([[], [], [], ["x"]]),
    "sleep": lambda pick: [pick.choice(["0", "0.01", "0.001s", "x", "-1", "0m"])],
    "readlink": lambda pick: simple(pick, ["-f", "-n", "-e"], operands(pick)),
    "cp": lambda pick: simple(pick, ["-p", "-f", "-r", "-a", "-v", "--"], operands(pick)),
    "tee": lambda pick: simple(pick, ["-a"], operands(pick, 2)),
    "printenv": lambda pick: pick.choice([["HOME"], ["PATH"], ["NOPE"], ["HOME", "NOPE"], ["A=B"], ["-0", "HOME"]]),
    "id": lambda pick: pick.choice([["-u"], ["-g"], ["-un"], ["-G"], [], ["-u", "-n"], ["-gn"], ["root"], ["-ru"]]),
}


def script(pick, utilities):
    out = []
    for number in range(200):
        utility = pick.choice(utilities)
        if number % 10 == 0:
            out.append("rm -rf case; mkdir case; cd case; mkdir -p d/x; ln -s f1 l; umask 022")
        for name in ["f1", "f2", "f3"]:
            out.append(f"printf %s {shlex.quote(text(pick))} >{name}" if pick.random() < 0.5 else f"[ -f {name} ] || : 2>/dev/null >{name}")
        arguments = " ".join(shlex.quote(word) for word in GENERATORS[utility](pick))
        out.append(f"printf %s {shlex.quote(text(pick))} >../in")
        form = pick.random()
        command = f"{utility} {arguments}"
        if form < 0.5:
            out.append(f"{{ {command} <../in; }} >../out.{number} 2>&1")
        elif form < 0.7:
            out.append(f"x=$(cat ../in | {command} 2>&1); s=$?; printf '%s\\n' \"$x\" >../out.{number}; (exit $s)")
        elif form < 0.8:
            out.append(f"LC_ALL=C {command} <../in >../out.{number} 2>../err.{number}")
        else:
            out.append(f"{command} <../in >../out.{number} 2>../err.{number}")
        out.append(f"echo \"status $?\" >>../out.{number}")
        out.append(f"find . -printf '%p %y %m %l %s\\n' 2>/dev/null | LC_ALL=C sort >../tree.{number}")
        if number % 10 == 9:
            out.append("cd ..")
    return "\n".join(out) + "\n"


def run(shell, mode, path, directory, trace):
    os.makedirs(directory)
    environment = dict(os.environ, SKOSHOPTS=mode)
    # Python puts it there by itself.
    environment.pop("LC_CTYPE", None)
    command = [shell, path]
    if trace:
        command = ["strace", "-f", "-qq", "-e", "trace=execve", "-o", directory + ".strace"] + command
    subprocess.run(command, cwd=directory, env=environment, stdin=subprocess.DEVNULL, timeout=300)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-s", "--shell", default="skosh")
    parser.add_argument("-n", "--rounds", type=int, default=5)
    parser.add_argument("-r", "--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("-v", "--verbose", action="store_true")
    parser.add_argument("utility", nargs="+")
    options = parser.parse_args()
    differences = 0
    for round_ in range(options.rounds):
        seed = options.seed + round_
        pick = random.Random(seed)
        base = tempfile.mkdtemp(prefix="utilities-")
        source = script(pick, options.utility)
        path = base + "/script"
        open(path, "w").write(source)
        run(options.shell, "+inproc", path, base + "/off", False)
        run(options.shell, "-inproc", path, base + "/on", options.verbose)
        if options.verbose:
            started = [line for line in open(base + "/on.strace") if "execve(" in line and " = 0" in line]
            ours = sum(1 for line in started if any(f"/{name}\"" in line for name in options.utility))
            print(f"seed {seed}: {ours} of 200 started a program")
        lines = source.split("\n")
        for number in range(200):
            for kind in ["out", "err", "tree"]:
                contents = []
                for side in ["off", "on"]:
                    name = f"{base}/{side}/{kind}.{number}"
                    contents.append(open(name, "rb").read() if os.path.exists(name) else None)
                if contents[0] != contents[1]:
                    differences += 1
                    at = next(index for index, line in enumerate(lines) if line.startswith(f"echo \"status") and f"out.{number}" in line)
                    print(f"--- seed {seed}, case {number}, {kind}\n" + "\n".join(lines[at - 5:at]))
                    print("program: ", contents[0], "\nin shell:", contents[1])
                    break
        shutil.rmtree(base)
    print(f"{options.rounds * 200} commands, {differences} differences")
    sys.exit(1 if differences else 0)


main()
