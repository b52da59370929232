/** A binary search tree of integers, each at most once. */
public class Tree {
  /*@ spec_public nullable @*/ private Node root;

  /** A key; smaller ones are to the left, larger ones to the right. */
  static class Node {
    int key;
    /*@ nullable @*/ Node left;
    /*@ nullable @*/ Node right;

    /*@ ensures this.key == key && left == null && right == null;
      @ assignable \nothing;
      @*/
    Node(int key) {
      this.key = key;
    }
  }

  /*@ // No node is below itself, or below both sides of another.
    @ invariant (\forall Node n; \reach(root, n, {left, right});
    @     !\reach(n.left, n, {left, right}) && !\reach(n.right, n, {left, right}));
    @ invariant (\forall Node n; \reach(root, n, {left, right});
    @     (\forall Node m; \reach(n.left, m, {left, right}); !\reach(n.right, m, {left, right})));
    @ // The order.
    @ invariant (\forall Node n; \reach(root, n, {left, right});
    @     (\forall Node m; \reach(n.left, m, {left, right}); m.key < n.key)
    @     && (\forall Node m; \reach(n.right, m, {left, right}); n.key < m.key));
    @ // No two trees share a node.
    @ invariant (\forall Tree other; other != this;
    @     (\forall Node n; \reach(root, n, {left, right}); !\reach(other.root, n, {left, right})));
    @*/

  /*@ ensures \result <==> (\exists Node n; \reach(root, n, {left, right}); n.key == key);
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ boolean contains(int key) {
    Node n = root;
    while (n != null) {
      if (key == n.key) {
        return true;
      }
      n = key < n.key ? n.left : n.right;
    }
    return false;
  }

  /*@ ensures (\exists Node n; \reach(root, n, {left, right}); n.key == key);
    @ ensures (\forall Node n; \old(\reach(root, n, {left, right})); \reach(root, n, {left, right}));
    @ ensures (\forall Node n; \reach(root, n, {left, right}) && !\old(\reach(root, n, {left, right}));
    @     \fresh(n) && n.key == key);
    @ ensures \result <==> !\old((\exists Node n; \reach(root, n, {left, right}); n.key == key));
    @ ensures !\result ==> root == \old(root);
    @ assignable root, \reach(root, {left, right}).left, \reach(root, {left, right}).right;
    @*/
  public boolean add(int key) {
    Node parent = null;
    Node n = root;
    while (n != null) {
      if (key == n.key) {
        return false;
      }
      parent = n;
      n = key < n.key ? n.left : n.right;
    }
    Node added = new Node(key);
    if (parent == null) {
      root = added;
    } else if (key < parent.key) {
      parent.left = added;
    } else {
      parent.right = added;
    }
    return true;
  }

  /*@ requires root != null;
    @ ensures (\exists Node n; \reach(root, n, {left, right}); n.key == \result);
    @ ensures (\forall Node n; \reach(root, n, {left, right}); \result <= n.key);
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ int least() {
    Node n = root;
    while (n.left != null) {
      n = n.left;
    }
    return n.key;
  }
}
