//! A generated script: a tree of lines and blocks, so that a failing one can be shrunk without breaking its syntax.

/// A piece of a script.
#[derive(Clone, Debug)]
pub enum Node {
    /// One or more whole lines.
    Line(String),
    /// A compound: every part is a line that opens it (`if`, `then`, `} | {`) and what follows; the last line closes it.
    Block(Vec<(String, Vec<Node>)>, String),
    /// As a block, quoted as the argument of `eval`.
    Eval(Vec<Node>),
    /// Backquotes around commands, assigned to a variable.
    Backquoted(Vec<Node>),
}

/// The text of a list of nodes.
pub fn text(nodes: &[Node]) -> String {
    let mut out = String::new();
    nodes.iter().for_each(|node| append(node, &mut out));
    out
}

fn append(node: &Node, out: &mut String) {
    match node {
        Node::Line(line) => {
            out.push_str(line);
            out.push('\n');
        }
        Node::Block(parts, close) => {
            for (open, body) in parts {
                out.push_str(open);
                out.push('\n');
                if body.is_empty() {
                    out.push_str(":\n");
                }
                body.iter().for_each(|node| append(node, out));
            }
            out.push_str(close);
            out.push('\n');
        }
        Node::Eval(body) => {
            out.push_str(&format!("eval '{}'\n", text(body).replace('\'', "'\\''")));
        }
        Node::Backquoted(body) => {
            let inner = text(body).replace('\\', "\\\\").replace('`', "\\`").replace('$', "\\$");
            out.push_str(&format!("x=`{inner}`\necho \"bq $? $x\"\n"));
        }
    }
}

/// The bodies inside a node.
fn bodies(node: &mut Node) -> Vec<&mut Vec<Node>> {
    match node {
        Node::Line(_) => Vec::new(),
        Node::Block(parts, _) => parts.iter_mut().map(|(_, body)| body).collect(),
        Node::Eval(body) | Node::Backquoted(body) => vec![body],
    }
}

/// The number of nodes, inner ones included.
pub fn count(nodes: &mut [Node]) -> usize {
    nodes.iter_mut().map(|node| 1 + bodies(node).into_iter().map(|body| count(body)).sum::<usize>()).sum()
}

/// What to do with one node.
#[derive(Clone, Copy, Debug)]
pub enum Change {
    /// Take it away.
    Delete,
    /// Put what is inside in its place.
    Hoist,
}

/// Changes the node with number `target`, in the order of the text. False when there is nothing to change.
pub fn change(nodes: &mut Vec<Node>, target: &mut usize, how: Change) -> bool {
    let mut index = 0;
    while index < nodes.len() {
        if *target == 0 {
            match how {
                Change::Delete => {
                    nodes.remove(index);
                }
                Change::Hoist => {
                    let Some(node) = nodes.get_mut(index) else { return false };
                    let inner: Vec<Node> = bodies(node).into_iter().flat_map(std::mem::take).collect();
                    if matches!(node, Node::Line(_)) {
                        return false;
                    }
                    nodes.splice(index..=index, inner);
                }
            }
            return true;
        }
        *target -= 1;
        if let Some(node) = nodes.get_mut(index) {
            for body in bodies(node) {
                if change(body, target, how) {
                    return true;
                }
            }
        }
        index += 1;
    }
    false
}
