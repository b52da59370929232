/** A binary search tree of numbers, without balancing. */
public class SearchTree {
  private static final class Node {
    int key;
    Node left;
    Node right;

    Node(int key) {
      this.key = key;
    }
  }

  private Node root;
  private int size;

  /** Adds a number and tells whether it is new. */
  public boolean add(int key) {
    if (root == null) {
      root = new Node(key);
      size++;
      return true;
    }
    Node node = root;
    while (node.key != key) {
      Node next = key < node.key ? node.left : node.right;
      if (next == null) {
        if (key < node.key) {
          node.left = new Node(key);
        } else {
          node.right = new Node(key);
        }
        size++;
        return true;
      }
      node = next;
    }
    return false;
  }

  public boolean contains(int key) {
    Node node = root;
    while (node != null && node.key != key) {
      node = key < node.key ? node.left : node.right;
    }
    return node != null;
  }

  /** Removes a number and tells whether it was there. */
  public boolean remove(int key) {
    int before = size;
    root = remove(root, key);
    return size < before;
  }

  private Node remove(Node node, int key) {
    if (node == null) {
      return null;
    }
    if (key < node.key) {
      node.left = remove(node.left, key);
    } else if (key > node.key) {
      node.right = remove(node.right, key);
    } else if (node.left == null || node.right == null) {
      size--;
      return node.left == null ? node.right : node.left;
    } else {
      node.key = smallest(node.right);
      node.right = remove(node.right, node.key);
    }
    return node;
  }

  private static int smallest(Node node) {
    while (node.left != null) {
      node = node.left;
    }
    return node.key;
  }

  public int height() {
    return height(root);
  }

  private static int height(Node node) {
    return node == null ? 0 : 1 + Math.max(height(node.left), height(node.right));
  }

  public int size() {
    return size;
  }
}
