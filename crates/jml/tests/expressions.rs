//! Expressions: what they resolve to, and what is said about those that make no sense.

mod common;

use common::{contract, read, told};
use jml::contract::Origin;

/// What `ensures EXPRESSION` becomes, conjuncts one after the other.
fn ensures(expression: &str) -> (String, Vec<String>) {
    let annotation = format!("//@ ensures {expression};");
    let (specifications, diagnostics, source) = read(&[("method", &annotation)]);
    let contract = contract(&specifications);
    let written = (contract.cases[0].ensures.iter()).filter(|c| c.origin == Origin::Written);
    let conjuncts: Vec<String> = written.map(|c| c.expr.to_string()).collect();
    (conjuncts.join(" AND "), told(&diagnostics, &source))
}

fn check(expression: &str, expected: &str) {
    let (found, complaints) = ensures(expression);
    assert_eq!(found, expected, "{expression}");
    assert!(complaints.is_empty(), "{expression}: {complaints:?}");
}

fn refused(expression: &str, expected: &str) {
    let (found, complaints) = ensures(expression);
    assert_eq!(complaints.join("\n"), expected, "{expression}");
    assert!(
        found.contains("unsupported") || found.is_empty(),
        "{expression}: {found}"
    );
}

/// Right, but without a meaning.
fn unknown(expression: &str, what: &str) {
    let (found, complaints) = ensures(expression);
    assert!(complaints.is_empty(), "{expression}: {complaints:?}");
    assert!(
        found.contains(&format!("<unsupported: {what}>")),
        "{expression}: {found}"
    );
}

#[test]
fn precedence() {
    check(
        "x + y * 2 > 3 << 1",
        "(((long)$0 + ($1 * (long)2)) > (long)(3 << 1))",
    );
    check(
        "flag ==> x > 1 ==> flag",
        "(this.List::flag ==> (($0 > 1) ==> this.List::flag))",
    );
    check(
        "flag || x > 0 && flag ==> flag",
        "((this.List::flag || (($0 > 0) && this.List::flag)) ==> this.List::flag)",
    );
    check("flag <== x > 0", "(($0 > 0) ==> this.List::flag)");
    check(
        "flag <==> x > 0 ==> flag",
        "(this.List::flag <==> (($0 > 0) ==> this.List::flag))",
    );
    check("flag <=!=> flag", "(this.List::flag <=!=> this.List::flag)");
    check(
        "flag <==> flag ? x > 1 : x > 2",
        "((this.List::flag <==> this.List::flag) ? ($0 > 1) : ($0 > 2))",
    );
    check("x == 1 == flag", "(($0 == 1) == this.List::flag)");
    check(
        "(x & 3) == 1 | flag ^ flag",
        "((($0 & 3) == 1) | (this.List::flag ^ this.List::flag))",
    );
    check("x - 1 - 2 == -x", "((($0 - 1) - 2) == -$0)");
    check("x >>> 2 >> 1 == ~x", "((($0 >>> 2) >> 1) == ~$0)");
    check("!flag && x%2==1", "!this.List::flag AND (($0 % 2) == 1)");
    refused(
        "flag ==> flag <== flag",
        "`<==` error: `==>` and `<==` do not mix; put one of them in parentheses",
    );
}

#[test]
fn chains_and_bounds() {
    check("0 <= x < 5", "(0 <= $0) AND ($0 < 5)");
    check(
        "!(0 <= x < y <= 7)",
        "!(((0 <= $0) && ((long)$0 < $1)) && ($1 <= (long)7))",
    );
    check(
        "(\\bsum int i; 0; x; a[i]) == 1",
        "((\\sum int ?0; ((0 <= ?0) && (?0 < $0)); $3[?0]) == 1)",
    );
    refused(
        "(0 < x) < 5",
        "`0 < x` error: expected a number, found a `boolean`",
    );
}

#[test]
fn names() {
    check(
        "head.next.key == size",
        "(this.List::head.List$Node::next.List$Node::key == this.List::size)",
    );
    check("this.head != null", "(this.List::head != null)");
    check(
        "inherited == super.inherited",
        "(this.Base::inherited == this.Base::inherited)",
    );
    check("MAX == SIDES", "(10 == 4)");
    check("List.count == p.List.count", "(List::count == List::count)");
    check("List.this.size == 1", "(this.List::size == 1)");
    check(
        "Integer.MAX_VALUE == java.lang.Integer.MIN_VALUE",
        "(2147483647 == -2147483648)",
    );
    check("Color.RED != null", "(Color::RED != null)");
    check("a.length == data[x]", "($3.length == this.List::data[$0])");
    check(
        "n.next.prev == n",
        "($2.List$Node::next.List$Node::prev == $2)",
    );
    check("\\result == n", "(\\result == $2)");
    check("element == item", "(this.List::element == $5)");
    refused(
        "heads == null",
        "`heads` error: there is no variable `heads` here (did you mean `head`?)",
    );
    refused(
        "head.nxt == null",
        "`nxt` error: `List.Node` has no field `nxt` (did you mean `next`?)",
    );
    refused("q.r.s == null", "`q` error: there is no variable `q` here");
    refused(
        "Node == null",
        "`Node` error: `Node` is a type, where a value is expected",
    );
    refused("size", "`size` error: expected a condition, found an `int`");
}

#[test]
fn conversions() {
    check("x == y", "((long)$0 == $1)");
    check(
        "letter + small > real",
        "((double)((int)this.List::letter + (int)this.List::small) > this.List::real)",
    );
    check("boxed == x", "(unbox(this.List::boxed) == $0)");
    check("boxed != null", "(this.List::boxed != null)");
    check("(int) y == x", "((int)$1 == $0)");
    check("(long) x == y", "((long)$0 == $1)");
    check(
        "(\\bigint) x + 1 == y",
        "(((\\bigint)$0 + (\\bigint)1) == (\\bigint)$1)",
    );
    check(
        "((Node) \\result).key == 1",
        "(cast<List.Node>(\\result).List$Node::key == 1)",
    );
    check(
        "(Comparable<String>) items[0] == null",
        "(cast<Comparable>(this.List::items[0]) == null)",
    );
    check("x << y == 0", "(($0 << $1) == 0)");
    check(
        "(flag ? x : y) == 0",
        "((this.List::flag ? (long)$0 : $1) == (long)0)",
    );
    check(
        "(flag ? n : null) == n",
        "((this.List::flag ? $2 : null) == $2)",
    );
    check("name + x == s", "((this.List::name ++ $0) == $4)");
    check("'a' < letter", "((int)'\\u0061' < (int)this.List::letter)");
    check("\"a\\n\" == s", "(\"a\\n\" == $4)");
    check(
        "-2147483648 == x && 0x7fff_ffff == x",
        "(-2147483648 == $0) AND (2147483647 == $0)",
    );
    refused(
        "2147483648 == x",
        "`2147483648` error: `2147483648` is too large for int (write an `L` behind it)",
    );
    refused(
        "s == n",
        "`s == n` error: a `String` and a `List.Node` are never the same object",
    );
    refused(
        "flag == x",
        "`flag == x` error: a `boolean` cannot be compared with an `int`",
    );
    refused(
        "n + 1 == 2",
        "`n` error: expected a number, found a `List.Node`",
    );
    refused(
        "x && flag",
        "`x` error: expected a condition, found an `int`",
    );
    unknown(
        "items[0] == 3",
        "a comparison of a number with an object of unknown type",
    );
}

#[test]
fn calls() {
    check("area() == 1", "(this.List::area()I() == 1)");
    check("n.isLeaf()", "$2.List$Node::isLeaf()Z()");
    check(
        "twice(x) == twice(y)",
        "((long)List::twice(I)I($0) == List::twice(J)J($1))",
    );
    check(
        "twice(small) == 1",
        "(List::twice(I)I((int)this.List::small) == 1)",
    );
    check(
        "boxes(x) == 1",
        "(List::boxes(Ljava/lang/Integer;)I(box($0)) == 1)",
    );
    check(
        "Math.max(x, y) == abs(x)",
        "(Math::max(JJ)J((long)$0, $1) == (long)Math::abs(I)I($0))",
    );
    check(
        "secret() == super.hidden()",
        "(this.List::secret!()I() == this.Base::hidden!()I())",
    );
    check(
        "s.charAt(0) == 'x'",
        "((int)$4.String::charAt(I)C(0) == (int)'\\u0078')",
    );
    check(
        "s.equals(\"q\")",
        "$4.String::equals(Ljava/lang/Object;)Z(\"q\")",
    );
    check(
        "item.compareTo(item) == 0",
        "($5.Comparable::compareTo(Ljava/lang/Object;)I($5) == 0)",
    );
    check(
        "s.getClass() == String.class",
        "(\\typeof($4) == \\type(String))",
    );
    refused(
        "n.isLeef()",
        "`isLeef` error: `List.Node` has no method `isLeef` (did you mean `isLeaf`?)",
    );
    refused(
        "twice(s) == 1",
        "`twice` error: these arguments do not fit the method `twice`",
    );
    refused("nothing(1) == 1", "`nothing` error: `nothing` has no value");
    refused("x.foo() == 1", "`foo` error: `int` has no methods");
    refused("List.area() == 1", "`area` error: `area` is not static");
    unknown("sum(1, 2) == 0", "a call with variable arguments");
    unknown("new Node() == n", "an object that a specification makes");
    unknown(
        "new int[] {x, 1}.length == new int[2][].length",
        "an object that a specification makes",
    );
    refused(
        "x = 1",
        "`=` error: an expression of JML changes nothing (to compare, write `==`)",
    );
    refused(
        "x++ == 1",
        "`++` error: an expression of JML changes nothing",
    );
}

#[test]
fn types_as_values() {
    check("n instanceof Node", "($2 instanceof List.Node)");
    check(
        "\\typeof(n) <: \\type(Node)",
        "(\\typeof($2) <: \\type(List.Node))",
    );
    check(
        "\\typeof(n) == Node.class",
        "(\\typeof($2) == \\type(List.Node))",
    );
    check(
        "\\elemtype(\\typeof(a)) == \\type(int)",
        "(\\elemtype(\\typeof($3)) == \\type(int))",
    );
    check("\\typeof(x) == int.class", "(\\type(int) == \\type(int))");
    check(
        "int[].class == \\type(int[])",
        "(\\type(int[]) == \\type(int[]))",
    );
    refused(
        "n <: \\type(Node)",
        "`n` error: expected a type, found a `List.Node` (write `\\typeof(e)` or `\\type(T)`)",
    );
    refused(
        "n instanceof Nod",
        "`Nod` error: there is no type `Nod` here",
    );
}

#[test]
fn states() {
    check(
        "size == \\old(size) + 1",
        "(this.List::size == (\\old(this.List::size) + 1))",
    );
    check("\\pre(x) == \\old(x, Pre)", "(\\old($0) == \\old($0))");
    check(
        "\\old(size, outer) == 1",
        "(\\old(this.List::size, outer) == 1)",
    );
    refused(
        "\\old(size, outre) == 1",
        "`outre` error: there is no label `outre` here (did you mean `outer`?)",
    );
    check("\\fresh(\\result)", "\\fresh(\\result)");
    check(
        "\\not_modified(size, head.next, data[*])",
        "\\not_modified(this.List::size, this.List::head.List$Node::next, this.List::data[*])",
    );
    check(
        "\\nonnullelements(items)",
        "\\nonnullelements(this.List::items)",
    );
    check("\\nonnullelements(data)", "(this.List::data != null)");
    check(
        "\\invariant_for(parent) && \\inv && parent.\\inv",
        "\\invariant_for(this.Base::parent) AND \\invariant_for(this) AND \\invariant_for(this.Base::parent)",
    );
    check(
        "\\static_invariant_for(List)",
        "\\static_invariant_for(List)",
    );
    unknown("\\not_assigned(size)", "`\\not_assigned`");
    unknown("(* the list is sorted *)", "an informal condition");
    refused(
        "\\reslt == n",
        "`\\reslt` error: JML has no `\\reslt` (did you mean `\\result`?)",
    );
}

#[test]
fn common_mistakes() {
    refused(
        "flag => x > 0",
        "`=` error: an expression of JML changes nothing (to imply, write `==>`)",
    );
    refused(
        "flag = true",
        "`=` error: an expression of JML changes nothing (to compare, write `==`)",
    );
    refused(
        "\\return == n",
        "`\\return` error: JML has no `\\return` (did you mean `\\result`?)",
    );
    refused(
        "result == n",
        "`result` error: there is no variable `result` here (did you mean `\\result`?)",
    );
    refused(
        "size == old(size)",
        "`old` error: `List` has no method `old` (did you mean `\\old`?)",
    );
    refused(
        "flag and x > 0",
        "`and` error: expected an operator, found `and` (write `&&`)",
    );
    refused(
        "(flag or x > 0)",
        "`or` error: expected an operator, found `or` (write `||`)",
    );
    refused(
        "s.length > 0",
        "`length` error: `String` has no field `length` (`String` has a method `length()`)",
    );
    refused(
        "a.length() > 0",
        "`length` error: an array has no method `length` (write `length` without parentheses)",
    );
}

#[test]
fn quantifiers() {
    check(
        "(\\forall int i; 0 <= i && i < a.length; a[i] > 0)",
        "(\\forall int ?0; ((0 <= ?0) && (?0 < $3.length)); ($3[?0] > 0))",
    );
    check(
        "(\\exists Node m, k; m != k)",
        "(\\exists List.Node ?0, List.Node ?1; true; (?0 != ?1))",
    );
    check(
        "(\\exists nullable Node m;; m == null)",
        "(\\exists nullable List.Node ?0; true; (?0 == null))",
    );
    check(
        "(\\sum int i; 0 <= i && i < 3; small) == 1",
        "((\\sum int ?0; ((0 <= ?0) && (?0 < 3)); (int)this.List::small) == 1)",
    );
    check(
        "(\\num_of int i; 0 <= i && i < 3; flag) == 1",
        "((\\num_of int ?0; ((0 <= ?0) && (?0 < 3)); this.List::flag) == (long)1)",
    );
    check(
        "(\\max int i; 0 <= i && i < 3; y) > (\\min \\bigint i; i > 0; i)",
        "((\\bigint)(\\max int ?0; ((0 <= ?0) && (?0 < 3)); $1) > (\\min \\bigint ?1; (?1 > (\\bigint)0); ?1))",
    );
    check(
        "(\\product int i; i > 0; i) == 1",
        "((\\product int ?0; (?0 > 0); ?0) == 1)",
    );
    check(
        "(\\forall int x; x > 0; (\\exists int y; y == x))",
        "(\\forall int ?0; (?0 > 0); (\\exists int ?1; true; (?1 == ?0)))",
    );
    check(
        "\\forall int i; i > 0; i > 1",
        "(\\forall int ?0; (?0 > 0); (?0 > 1))",
    );
    refused(
        "(\\forall Nod m; true)",
        "`Nod` error: there is no type `Nod` here",
    );
}

#[test]
fn reachability() {
    let reaches = "\\reaches(this.List::head, $2, {List$Node::next})";
    check("\\reach(head, n, next)", reaches);
    check("\\reach(head, next, n)", reaches);
    check("\\reach(next, head, n)", reaches);
    check("\\reach(head, n, {next})", reaches);
    check(
        "\\reach(head, n, left, right)",
        "\\reaches(this.List::head, $2, {List$Node::left, List$Node::right})",
    );
    check(
        "\\reach(head, n, {left, right})",
        "\\reaches(this.List::head, $2, {List$Node::left, List$Node::right})",
    );
    check(
        "\\reach(head, n, left + right)",
        "\\reaches(this.List::head, $2, {List$Node::left, List$Node::right})",
    );
    check(
        "\\reach(head, n.next, next)",
        "\\reaches(this.List::head, $2.List$Node::next, {List$Node::next})",
    );
    check(
        "\\reach(head).has(n)",
        "\\reach(this.List::head, *).has($2)",
    );
    check(
        "\\reach(head, Node).has(n)",
        "\\reach(this.List::head, List.Node, *).has($2)",
    );
    check(
        "\\reach(head, Node, next).contains(n)",
        "\\reach(this.List::head, List.Node, {List$Node::next}).has($2)",
    );
    check(
        "\\reach(head, Node, left + right).int_size() == x",
        "(\\reach(this.List::head, List.Node, {List$Node::left, List$Node::right}).size() == $0)",
    );
    check(
        "\\reach(head, next).has(n)",
        "\\reach(this.List::head, {List$Node::next}).has($2)",
    );
    check(
        "(\\forall Node m; \\reach(head, m, next); m.key > 0)",
        "(\\forall List.Node ?0; \\reaches(this.List::head, ?0, {List$Node::next}); (?0.List$Node::key > 0))",
    );
    check("\\reach(head.next, head, n)", reaches);
    check(
        "\\reach(head.next, n, next)",
        "\\reaches(this.List::head.List$Node::next, $2, {List$Node::next})",
    );
    unknown(
        "\\reach(head.next, head, n, x)",
        "reachability in a number of steps",
    );
    refused(
        "\\reach(head, n, nxt)",
        "`nxt` error: `List.Node` has no field `nxt` (did you mean `next`?)",
    );
    refused(
        "\\reach(head, n, key)",
        "`key` error: `key` leads from no object to another",
    );
    refused(
        "\\reach(x).has(n)",
        "`x` error: expected an object, found an `int`",
    );
}

#[test]
fn location_sets() {
    check("\\disjoint(this.*, n.*)", "\\disjoint(this.*, $2.*)");
    check(
        "\\subset(\\singleton(size), \\all_fields(this))",
        "\\subset(this.List::size, this.*)",
    );
    check(
        "\\new_elems_fresh(\\set_union(size, \\reach(head, Node, next).key))",
        "\\new_elems_fresh(\\set_union(this.List::size, \\reach(this.List::head, List.Node, {List$Node::next}).List$Node::key))",
    );
    check(
        "\\subset(\\intersect(size, data[0..1]), \\set_minus(\\everything, \\empty))",
        "\\subset(\\intersect(this.List::size, this.List::data[0 .. 1]), \\set_minus(\\everything, \\nothing))",
    );
    check(
        "\\disjoint(\\infinite_union(int i; 0 < i; items[i]), nodes[*].key)",
        "\\disjoint(\\infinite_union(int ?0; (0 < ?0); this.List::items[?0]), \\infinite_union(int ?1; ((0 <= ?1) && (?1 < this.List::nodes.length)); this.List::nodes[?1].List$Node::key))",
    );
    check(
        "\\locset(size) != \\all_fields(this) + \\locset(count)",
        "!\\equal(this.List::size, \\set_union(this.*, List::count))",
    );
    check(
        "\\subset(flag ? \\locset(size) : \\empty, this.*)",
        "\\subset((this.List::flag ? this.List::size : \\nothing), this.*)",
    );
    check("\\fresh(\\all_fields(n))", "\\fresh($2.*)");
    refused(
        "this.* == null",
        "`this.*` error: this denotes locations, where a value is expected",
    );
}
