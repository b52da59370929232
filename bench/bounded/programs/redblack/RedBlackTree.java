/** A red-black tree of integers, each at most once, with links to parents. */
public class RedBlackTree {
  /*@ spec_public nullable @*/ private Node root;

  /** A key and the two sides; `parent` leads back. */
  static class Node {
    int key;
    boolean red;
    /*@ nullable @*/ Node left;
    /*@ nullable @*/ Node right;
    /*@ nullable @*/ Node parent;

    /*@ ensures this.key == key && red && left == null && right == null && this.parent == parent;
      @ assignable \nothing;
      @*/
    Node(int key, /*@ nullable @*/ Node parent) {
      this.key = key;
      this.red = true;
      this.parent = parent;
    }
  }

  /*@ // A tree: nothing is below itself, links back are those forth.
    @ invariant root != null ==> root.parent == null;
    @ invariant (\forall Node n; \reach(root, n, {left, right});
    @     !\reach(n.left, n, {left, right}) && !\reach(n.right, n, {left, right}));
    @ invariant (\forall Node n; \reach(root, n, {left, right});
    @     (n.left != null ==> n.left.parent == n) && (n.right != null ==> n.right.parent == n)
    @     && (n.left == null || n.left != n.right));
    @ // The order.
    @ invariant (\forall Node n; \reach(root, n, {left, right});
    @     (\forall Node m; \reach(n.left, m, {left, right}); m.key < n.key)
    @     && (\forall Node m; \reach(n.right, m, {left, right}); n.key < m.key));
    @ // The colours.
    @ invariant root != null ==> !root.red;
    @ invariant (\forall Node n; \reach(root, n, {left, right}) && n.red;
    @     (n.left == null || !n.left.red) && (n.right == null || !n.right.red));
    @ // As many black nodes on every way down.
    @ invariant (\forall Node n, m;
    @     \reach(root, n, {left, right}) && \reach(root, m, {left, right})
    @     && (n.left == null || n.right == null) && (m.left == null || m.right == null);
    @     (\num_of Node a; \reach(n, a, parent); !a.red) == (\num_of Node a; \reach(m, a, parent); !a.red));
    @ // No two trees share a node.
    @ invariant (\forall RedBlackTree other; other != this;
    @     (\forall Node n; \reach(root, n, {left, right}); !\reach(other.root, n, {left, right})));
    @*/

  /*@ ensures \result <==> (\exists Node n; \reach(root, n, {left, right}); n.key == key);
    @ assignable \nothing;
    @*/
  public /*@ pure @*/ boolean contains(int key) {
    Node n = root;
    while (n != null && n.key != key) {
      n = key < n.key ? n.left : n.right;
    }
    return n != null;
  }

  /*@ ensures (\exists Node n; \reach(root, n, {left, right}); n.key == key);
    @ ensures (\forall Node n; \old(\reach(root, n, {left, right}));
    @     \reach(root, n, {left, right}) && n.key == \old(n.key));
    @ ensures (\forall Node n; \reach(root, n, {left, right}) && !\old(\reach(root, n, {left, right}));
    @     \fresh(n) && n.key == key);
    @ ensures \result <==> !\old((\exists Node n; \reach(root, n, {left, right}); n.key == key));
    @ assignable root, \reach(root, {left, right}).left, \reach(root, {left, right}).right,
    @     \reach(root, {left, right}).parent, \reach(root, {left, right}).red;
    @*/
  public boolean insert(int key) {
    Node parent = null;
    Node n = root;
    while (n != null) {
      if (key == n.key) {
        return false;
      }
      parent = n;
      n = key < n.key ? n.left : n.right;
    }
    Node added = new Node(key, parent);
    if (parent == null) {
      root = added;
    } else if (key < parent.key) {
      parent.left = added;
    } else {
      parent.right = added;
    }
    repair(added);
    return true;
  }

  private void repair(Node n) {
    while (n.parent != null && n.parent.red) {
      Node parent = n.parent;
      Node grandparent = parent.parent;
      if (parent == grandparent.left) {
        Node uncle = grandparent.right;
        if (uncle != null && uncle.red) {
          parent.red = false;
          uncle.red = false;
          grandparent.red = true;
          n = grandparent;
        } else {
          if (n == parent.right) {
            n = parent;
            rotateLeft(n);
          }
          n.parent.red = false;
          grandparent.red = true;
          rotateRight(grandparent);
        }
      } else {
        Node uncle = grandparent.left;
        if (uncle != null && uncle.red) {
          parent.red = false;
          uncle.red = false;
          grandparent.red = true;
          n = grandparent;
        } else {
          if (n == parent.left) {
            n = parent;
            rotateRight(n);
          }
          n.parent.red = false;
          grandparent.red = true;
          rotateLeft(grandparent);
        }
      }
    }
    root.red = false;
  }

  private void rotateLeft(Node n) {
    Node up = n.right;
    n.right = up.left;
    if (up.left != null) {
      up.left.parent = n;
    }
    replace(n, up);
    up.left = n;
    n.parent = up;
  }

  private void rotateRight(Node n) {
    Node up = n.left;
    n.left = up.right;
    if (up.right != null) {
      up.right.parent = n;
    }
    replace(n, up);
    up.right = n;
    n.parent = up;
  }

  /** Hangs `by` where `n` hangs. */
  private void replace(Node n, Node by) {
    by.parent = n.parent;
    if (n.parent == null) {
      root = by;
    } else if (n == n.parent.left) {
      n.parent.left = by;
    } else {
      n.parent.right = by;
    }
  }
}
