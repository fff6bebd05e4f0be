//! Values, side effects and messages, as bash 5.2 has them.
#![allow(clippy::unwrap_used)]

mod common;

use common::Variables;

fn variables() -> Variables {
    let mut env = Variables::default();
    env.set("x", "5");
    env.set("y", "3");
    env.set_array("a", &["1", "2", "3"]);
    env.set_keyed("h", "k", "5");
    env
}

#[track_caller]
fn is(text: &str, expected: i64) {
    assert_eq!(variables().eval(text), Ok(expected), "{text}");
    assert_eq!(variables().eval_expanded(text), Ok(expected), "{text} as expanded text");
}

#[track_caller]
fn fails(text: &str, expected: &str) {
    assert_eq!(variables().eval(text), Err(expected.to_string()), "{text}");
}

#[test]
fn constants() {
    is("", 0);
    is(" \t\n", 0);
    is("010", 8);
    is("0X1F", 31);
    is("0x", 0);
    is("2#101", 5);
    is("64#@_", 4031);
    is("36#Zz", 1295);
    is("62#Z", 61);
    is("9223372036854775808", i64::MIN);
    is("-9223372036854775808", i64::MIN);
    is("99999999999999999999999", 200376420520689663);
}

#[test]
fn operators() {
    is("1 + 2 * 3", 7);
    is("(1 + 2) * 3", 9);
    is("-2**2", 4);
    is("2**3**2", 512);
    is("3**100", -2984622845537545263);
    is("0**0", 1);
    is("1--1", 2);
    is("--5", 5);
    is("++1", 1);
    is("!!5", 1);
    is("~5", -6);
    is("1<2<3", 1);
    is("1 == 1 != 0", 1);
    is("7 % -4", 3);
    is("-7 / 2", -3);
    is("-9223372036854775808 / -1", i64::MIN);
    is("-9223372036854775808 % -1", 0);
    is("1 << 65", 2);
    is("1 << -1", i64::MIN);
    is("-1 >> 1", -1);
    is("1, 2, 3", 3);
    is("1 ? 2 : 3", 2);
    is("0 ? 2 : 0 ? 4 : 5", 5);
    is("5 & 3 | 8 ^ 1", 9);
    is("x+++y", 8);
    is("x---y", 2);
    is("x- --y", 3);
    is("x - -y", 8);
}

#[test]
fn assignments() {
    for (text, value, x) in [
        ("x = 7", 7, "7"),
        ("x=y=9", 9, "9"),
        ("x++", 5, "6"),
        ("x --", 5, "4"),
        ("++x", 6, "6"),
        ("-- x", 4, "4"),
        ("x += x++ + 1", 11, "11"),
        ("x <<= 2", 20, "20"),
        ("x >>= 1", 2, "2"),
        ("x &= 4", 4, "4"),
        ("x |= 8", 13, "13"),
        ("x ^= 1", 4, "4"),
        ("x %= 3", 2, "2"),
        ("x /= 2", 2, "2"),
        ("x -= y *= 2", -1, "-1"),
        ("1 ? x=6 : 0", 6, "6"),
        ("0 && (x=6)", 0, "5"),
        ("1 || (x=6)", 1, "5"),
        ("0 ? x++ : x--", 5, "4"),
        ("x = 1, x += 1, x", 2, "2"),
    ] {
        let mut env = variables();
        assert_eq!(env.eval(text), Ok(value), "{text}");
        assert_eq!(env.get("x"), x, "{text}");
    }
}

#[test]
fn elements() {
    for (text, value, a) in [
        ("a[1]", 2, "1 2 3"),
        ("a[-1]", 3, "1 2 3"),
        ("a[1] = 7", 7, "1 7 3"),
        ("a[x-4] += 10", 12, "1 12 3"),
        ("a[1]++ + a[1]", 5, "1 3 3"),
        ("++a[0]", 2, "2 2 3"),
        ("a", 1, "1 2 3"),
        ("a[a[0]]", 2, "1 2 3"),
        ("a[0] = a[1] = 9", 9, "9 9 3"),
        ("a[x=1] = x + a[2]", 8, "1 8 3"),
        ("a[0 || 0 ? 5 : 1 && 1] = a[0 ? 5 : 2] = 7", 7, "1 7 7"),
        ("a[0] /= a[0]", 1, "1 2 3"),
        ("0 && a[1/0]", 0, "1 2 3"),
    ] {
        let mut env = variables();
        assert_eq!(env.eval(text), Ok(value), "{text}");
        assert_eq!(env.get_array("a").join(" "), a, "{text}");
    }
    is("h[k] + 1", 6);
    is("h['k']", 5);
    is("h[not an index] += 2", 2);
    is("h[k]++ + h[k]", 11);
    fails("a[not an index]", "not an index: syntax error in expression (error token is \"an index\")");
    fails("a[1", "a[1: bad array subscript (error token is \"a[1\")");
    fails("a[]", "a[]: bad array subscript");
    fails("a[@]", "a[@]: bad array subscript");
    fails("1 + a[1/0] + 2", "1/0: division by 0 (error token is \"0\")");
}

#[test]
fn values_are_expressions() {
    let mut env = variables();
    env.set("e", "y = 2 * x");
    env.set("f", "e + 1");
    env.set("loop", "loop + 1");
    env.set("bad", "1+");
    env.set("blank", " 12 ");
    env.set("octal", "010");
    env.set("dollar", "$x");
    assert_eq!(env.eval("f"), Ok(11));
    assert_eq!(env.get("y"), "10");
    assert_eq!(env.eval("blank"), Ok(12));
    assert_eq!(env.eval("octal"), Ok(8));
    assert_eq!(env.eval("unset + 1"), Ok(1));
    assert_eq!(
        env.eval("1 + loop"),
        Err("loop + 1: expression recursion level exceeded (error token is \"loop + 1\")".into())
    );
    assert_eq!(env.eval("2 * bad"), Err("1+: syntax error: operand expected (error token is \"+\")".into()));
    assert_eq!(env.eval("dollar"), Err("$x: syntax error: operand expected (error token is \"$x\")".into()));
}

#[test]
fn parameters_of_integer_value() {
    let mut env = variables();
    env.positional = vec![b"12".to_vec(), b"-4".to_vec(), b"y + 1".to_vec()];
    env.set("empty", "");
    env.set("name", "x");
    assert_eq!(env.eval("$x + ${y}*2"), Ok(11));
    assert_eq!(env.eval("$1 - $2"), Ok(16));
    assert_eq!(env.eval("\"$1\" > \"$x\""), Ok(1));
    assert_eq!(env.eval("$# + ${#}"), Ok(6));
    assert_eq!(env.eval("a[$x - 4]"), Ok(2));
    assert_eq!(env.eval("x=1, $x"), Ok(5), "the text is expanded before the assignment");
    let needs = Err("needs expansion".to_string());
    for text in
        ["x++ + $3", "x++ + -$2", "$empty", "$name = 5", "1$x", "$x$y", "\"$x\"1", "${x}1", "16#$x", "x $2", "h[$x]"]
    {
        assert_eq!(env.eval(text), needs, "{text}");
    }
    for text in ["$(echo 1)", "${x:-1}", "`echo`", "\\1", "$@", "$((1))", "${#x}", "x$"] {
        assert_eq!(env.eval(text), needs, "{text}");
    }
    assert_eq!(env.get("x"), "1", "no expression that needs expansion has changed anything");
}

#[test]
fn messages() {
    for (text, message) in [
        ("1+ ", "1+ : syntax error: operand expected (error token is \"+ \")"),
        ("1 + * 2", "1 + * 2: syntax error: operand expected (error token is \"* 2\")"),
        ("08+1", "08: value too great for base (error token is \"08\")"),
        ("1+08+1", "1+08: value too great for base (error token is \"08\")"),
        (" x y", "x y: syntax error in expression (error token is \"y\")"),
        ("1=2", "1=2: attempted assignment to non-variable (error token is \"=2\")"),
        ("x = 2 = 3", "x = 2 = 3: attempted assignment to non-variable (error token is \"= 3\")"),
        ("0 && x=5", "0 && x=5: attempted assignment to non-variable (error token is \"=5\")"),
        ("(x) = 1", "(x) = 1: attempted assignment to non-variable (error token is \"= 1\")"),
        ("5 / 0 + 1", "5 / 0 + 1: division by 0 (error token is \"0 + 1\")"),
        ("x /= 0 + 0, 5", "x /= 0 + 0, 5: division by 0 (error token is \", 5\")"),
        ("x % (3-3) ", "x % (3-3) : division by 0 (error token is \"(3-3) \")"),
        ("2**-1 + 3", "2**-1 + 3: exponent less than 0 (error token is \"+ 3\")"),
        ("2#3", "2#3: value too great for base (error token is \"2#3\")"),
        ("65#0", "65#0: invalid arithmetic base (error token is \"65#0\")"),
        ("2#1#1", "2#1#1: invalid number (error token is \"2#1#1\")"),
        ("0#1", "0#1: invalid number (error token is \"0#1\")"),
        ("2#", "2#: invalid integer constant (error token is \"2#\")"),
        ("1 ? 2", "1 ? 2: `:' expected for conditional expression (error token is \"2\")"),
        ("1 ? : 3", "1 ? : 3: expression expected (error token is \": 3\")"),
        ("1++", "1++: syntax error: operand expected (error token is \"+\")"),
        ("x--1", "x--1: syntax error in expression (error token is \"1\")"),
        ("++x++", "++x++: ++: assignment requires lvalue (error token is \"++\")"),
        ("1.5", "1.5: syntax error: invalid arithmetic operator (error token is \".5\")"),
        ("@", "@: syntax error: operand expected (error token is \"@\")"),
        ("'1'", "'1': syntax error: operand expected (error token is \"'1'\")"),
        ("x **= 2", "x **= 2: syntax error: operand expected (error token is \"= 2\")"),
        ("(1 + 2", "(1 + 2: missing `)' (error token is \"2\")"),
        ("x++++y", "x++++y: syntax error in expression (error token is \"++y\")"),
        ("1_000", "1_000: value too great for base (error token is \"1_000\")"),
    ] {
        fails(text, message);
    }
}

#[test]
fn long_and_deep_text_neither_overflows_nor_hangs() {
    let chain = vec!["1"; 200_000].join("+");
    is(&chain, 200_000);
    is(&format!("{}1", "- ".repeat(100_001)), -1);
    is(&format!("{}7{}", "(".repeat(300), ")".repeat(300)), 7);
    let deep = format!("{}7{}", "(".repeat(100_000), ")".repeat(100_000));
    assert!(variables().eval(&deep).unwrap_err().contains("nested too deeply"));
    let deep = "a[".repeat(100_000);
    assert!(variables().eval(&deep).is_err());
    let deep = format!("{}0{}", "a[".repeat(2000), "]".repeat(2000));
    assert!(variables().eval(&deep).unwrap_err().contains("nested too deeply"));
    let right = format!("{}1", "x=".repeat(100_000));
    assert!(variables().eval(&right).unwrap_err().contains("nested too deeply"));
}

#[test]
fn decimals() {
    for value in [0, 1, -1, 9, 10, -10, 1234567890123456789, i64::MAX, i64::MIN] {
        let text = value.to_string();
        assert_eq!(skosh_arith::Decimal::new(value).as_bytes(), text.as_bytes());
        assert_eq!(skosh_arith::parse_integer(text.as_bytes()), Some(value));
    }
    for text in ["", "-", "01", "00", "+1", " 1", "1 ", "1a", "9223372036854775808", "-9223372036854775809", "0x1"] {
        assert_eq!(skosh_arith::parse_integer(text.as_bytes()), None, "{text}");
    }
}
