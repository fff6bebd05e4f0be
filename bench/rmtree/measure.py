#!/usr/bin/env python3
"""Compares programs that delete a tree: minimum wall time and processor time over interleaved rounds, and system calls.

    measure.py [-r ROUNDS] [-t NPM_TREE] [-d DIR]... [-p NAME=COMMAND]... [SHAPE]...

SHAPE: npm (a generated tree of the size of `npm install react-scripts`, or a copy of NPM_TREE), deep1000, deep10000,
deep100000, flat (200,000 files in one directory), small (10 files). DIR: where the trees are made, for instance /dev/shm
and a directory on disk. COMMAND gets the path as its last argument.
"""
import argparse, os, random, resource, shutil, subprocess, sys, time


def npm_like(root, seed=1):
    """42,000 entries in 4,600 directories: packages of very different size, nested packages, links in .bin."""
    pick = random.Random(seed)
    os.makedirs(root + "/node_modules/.bin")
    entries = 0
    names = ["index", "lib", "util", "parse", "README", "LICENSE", "package", "types", "main", "cli", "test", "CHANGELOG"]
    number = 0
    while entries < 37600:
        parent = root + "/node_modules"
        if number > 100 and pick.random() < 0.08:
            parent = f"{root}/node_modules/package-{pick.randrange(number)}/node_modules"
        elif pick.random() < 0.12:
            parent += f"/@scope{pick.randrange(20)}"
        package = f"{parent}/package-{number}"
        number += 1
        directories = [package]
        for _ in range(min(150, int(pick.paretovariate(1.05)) - 1)):
            directories.append(f"{pick.choice(directories)}/dir{pick.randrange(1000)}")
        for directory in directories:
            os.makedirs(directory, exist_ok=True)
            for index in range(min(600, int(4 * pick.paretovariate(1.3)))):
                path = f"{directory}/{pick.choice(names)}{index}.{pick.choice(['js', 'ts', 'json', 'md', 'map'])}"
                with open(path, "wb") as file:
                    file.write(b"x" * min(20000, int(300 * pick.paretovariate(1.1))))
                entries += 1
        if pick.random() < 0.3:
            os.symlink(f"../package-{number}/cli.js", f"{root}/node_modules/.bin/tool{number}")


def chain(root, depth):
    os.mkdir(root)
    at = os.open(root, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir("d", dir_fd=at)
        below = os.open("d", os.O_RDONLY, dir_fd=at)
        os.close(at)
        at = below
    os.close(at)


def flat(root, count):
    os.mkdir(root)
    for number in range(count):
        os.close(os.open(f"{root}/file{number}", os.O_CREAT | os.O_WRONLY))


def make(shape, root, master):
    if shape == "npm":
        if master:
            subprocess.run(["cp", "-a", master, root], check=True)
        else:
            npm_like(root)
    elif shape.startswith("deep"):
        chain(root, int(shape[4:]))
    elif shape == "flat":
        flat(root, 200_000)
    else:
        flat(root, 10)


def calls_of(command, root):
    """System calls of one run, by kind."""
    listing = root + ".strace"
    subprocess.run(["strace", "-f", "-c", "-o", listing, *command, root], stderr=subprocess.DEVNULL)
    calls = {}
    for line in open(listing):
        fields = line.split()
        if len(fields) >= 5 and fields[0][0].isdigit():
            calls[fields[-1]] = int(fields[3])
    os.remove(listing)
    return calls


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-r", "--rounds", type=int, default=5)
    parser.add_argument("-t", "--tree")
    parser.add_argument("-d", "--directory", action="append")
    parser.add_argument("-p", "--program", action="append", default=[])
    parser.add_argument("shape", nargs="*")
    options = parser.parse_args()
    programs = {"rm": ["rm", "-rf"], "find": ["find-delete"]}
    programs.update((name, command.split()) for name, _, command in (text.partition("=") for text in options.program))
    for directory in options.directory or ["/dev/shm"]:
        for shape in options.shape or ["npm", "deep1000", "deep10000", "flat"]:
            root = os.path.join(directory, f"rmtree-measure-{os.getpid()}")
            master = options.tree
            if shape == "npm" and not master:
                master = root + ".master"
                npm_like(master)
            times = {name: [] for name in programs}
            calls, processor = {}, {}
            for round_ in range(options.rounds + 1):
                for name, command in programs.items():
                    make(shape, root, master)
                    tail = []
                    if command == ["find-delete"]:
                        run = ["find", root, "-delete"]
                    else:
                        run = [*command, root]
                    if round_ == 0:
                        if shape == "deep100000":
                            pass
                        elif command == ["find-delete"]:
                            listing = root + ".strace"
                            subprocess.run(["strace", "-c", "-o", listing, *run])
                            calls[name] = {f.split()[-1]: int(f.split()[3]) for f in open(listing) if f.strip()[:1].isdigit()}
                            os.remove(listing)
                        else:
                            calls[name] = calls_of(command, root)
                    else:
                        if directory != "/dev/shm":
                            os.sync()
                        before = resource.getrusage(resource.RUSAGE_CHILDREN)
                        start = time.perf_counter()
                        subprocess.run(run, stderr=subprocess.DEVNULL)
                        times[name].append(time.perf_counter() - start)
                        after = resource.getrusage(resource.RUSAGE_CHILDREN)
                        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
                        processor[name] = min(processor.get(name, used), used)
                    if os.path.lexists(root):
                        if round_:
                            times[name][-1] = float("inf")
                        subprocess.run(["rm", "-rf", root])
            if shape == "npm" and not options.tree:
                shutil.rmtree(master)
            print(f"\n{directory} {shape}")
            for name in sorted(programs, key=lambda name: min(times[name])):
                kinds = calls.get(name, {})
                total = kinds.pop("total", 0)
                most = sorted(kinds.items(), key=lambda item: -item[1])[:6]
                text = ", ".join(f"{kind} {count}" for kind, count in most)
                print(f"  {name:10} {min(times[name]) * 1000:9.1f} ms, processor {processor[name] * 1000:9.1f} ms, {total:8} calls: {text}")
            sys.stdout.flush()


main()
