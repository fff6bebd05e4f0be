//! An environment for tests: variables in hash maps, with bash's values for what is not set.
#![allow(dead_code, clippy::unwrap_used)]

use std::collections::{BTreeMap, HashMap};

use skosh_arith::{Environment, Error, ErrorKind, Parameter, Subscript, Value, eval_text, parse};

#[derive(Default)]
pub struct Variables {
    names: Vec<Vec<u8>>,
    pub scalars: HashMap<u32, Vec<u8>>,
    pub arrays: HashMap<u32, BTreeMap<i64, Vec<u8>>>,
    pub keyed: HashMap<u32, BTreeMap<Vec<u8>, Vec<u8>>>,
    pub positional: Vec<Vec<u8>>,
}

impl Variables {
    pub fn set(&mut self, name: &str, value: &str) {
        let id = self.intern(name.as_bytes());
        self.scalars.insert(id, value.as_bytes().to_vec());
    }

    pub fn set_array(&mut self, name: &str, values: &[&str]) {
        let id = self.intern(name.as_bytes());
        let values = values.iter().zip(0..).map(|(v, i)| (i, v.as_bytes().to_vec())).collect();
        self.arrays.insert(id, values);
    }

    pub fn set_keyed(&mut self, name: &str, key: &str, value: &str) {
        let id = self.intern(name.as_bytes());
        self.keyed.entry(id).or_default().insert(key.as_bytes().to_vec(), value.as_bytes().to_vec());
    }

    pub fn get(&mut self, name: &str) -> String {
        let id = self.intern(name.as_bytes());
        String::from_utf8(self.scalars.get(&id).cloned().unwrap_or_default()).unwrap()
    }

    pub fn get_array(&mut self, name: &str) -> Vec<String> {
        let id = self.intern(name.as_bytes());
        self.arrays[&id].values().map(|v| String::from_utf8(v.clone()).unwrap()).collect()
    }

    /// As `$(( ))` without expansions in the text.
    pub fn eval(&mut self, text: &str) -> Result<i64, String> {
        let expr = match parse(text.as_bytes(), &mut |name| self.intern(name)) {
            Ok(expr) => expr,
            Err(error) if error.kind == ErrorKind::NeedsExpansion => return Err("needs expansion".into()),
            Err(error) => return Err(error.to_string()),
        };
        match expr.evaluate(self) {
            Ok(Some(value)) => Ok(value),
            Ok(None) => Err("needs expansion".into()),
            Err(error) => Err(error.to_string()),
        }
    }

    pub fn eval_expanded(&mut self, text: &str) -> Result<i64, String> {
        eval_text(text.as_bytes(), self).map_err(|error: Error| error.to_string())
    }

    fn index(values: &BTreeMap<i64, Vec<u8>>, index: i64) -> i64 {
        if index < 0 { values.last_key_value().map_or(0, |(last, _)| last + 1) + index } else { index }
    }
}

fn value(text: Option<&Vec<u8>>) -> Value<'_> {
    match text {
        Some(text) => Value::Text(text),
        None => Value::Unset,
    }
}

impl Environment for Variables {
    type Error = Error;

    fn variable(&mut self, id: u32) -> Result<Value<'_>, Error> {
        if let Some(values) = self.arrays.get(&id) {
            return Ok(value(values.get(&0)));
        }
        Ok(value(self.scalars.get(&id)))
    }

    fn element(&mut self, id: u32, subscript: Subscript<'_>) -> Result<Value<'_>, Error> {
        Ok(match subscript {
            Subscript::Key(key) => value(self.keyed.get(&id).and_then(|values| values.get(key))),
            Subscript::Index(index) => match self.arrays.get(&id) {
                Some(values) => value(values.get(&Self::index(values, index))),
                None if index == 0 => value(self.scalars.get(&id)),
                None => Value::Unset,
            },
        })
    }

    fn is_associative(&mut self, id: u32) -> bool {
        self.keyed.contains_key(&id)
    }

    fn assign(&mut self, id: u32, subscript: Option<Subscript<'_>>, value: i64) -> Result<(), Error> {
        let text = value.to_string().into_bytes();
        match subscript {
            Some(Subscript::Key(key)) => {
                self.keyed.entry(id).or_default().insert(key.to_vec(), text);
            }
            Some(Subscript::Index(index)) => {
                let values = self.arrays.entry(id).or_default();
                let index = Self::index(values, index);
                values.insert(index, text);
            }
            None if self.arrays.contains_key(&id) => {
                self.arrays.entry(id).or_default().insert(0, text);
            }
            None => {
                self.scalars.insert(id, text);
            }
        }
        Ok(())
    }

    fn parameter(&mut self, parameter: Parameter) -> Result<Value<'_>, Error> {
        match parameter {
            Parameter::Variable(id) => self.variable(id),
            Parameter::Positional(number) => Ok(value(self.positional.get(number as usize - 1))),
            Parameter::Special(b'#') => Ok(Value::Int(self.positional.len() as i64)),
            Parameter::Special(_) => Ok(Value::Int(0)),
        }
    }

    fn intern(&mut self, name: &[u8]) -> u32 {
        match self.names.iter().position(|known| known == name) {
            Some(index) => index as u32,
            None => {
                self.names.push(name.to_vec());
                self.names.len() as u32 - 1
            }
        }
    }
}
