import java.io.File;

/** Names as users type them. */
public class Extensions {
    static String extension(File file) {
        String name = file.getName();
        int dot = name.lastIndexOf('.');
        return dot < 1 ? "" : name.substring(dot + 1);
    }

    static File withExtension(File file, String extension) {
        String name = file.getName();
        int dot = name.lastIndexOf('.');
        String base = dot < 1 ? name : name.substring(0, dot);
        return new File(file.getParentFile(), base + "." + extension);
    }

    public static void main(String[] args) {
        File report = new File("out//reports/", "june.txt");
        assert report.getPath().equals("out/reports/june.txt");
        assert extension(report).equals("txt");
        assert extension(new File("/home/user/.profile")).isEmpty();
        File copy = withExtension(report, "bak");
        assert copy.equals(new File("out/reports/june.bak"));
        assert copy.getParent().equals(report.getParent());
        assert withExtension(new File("notes"), "md").getParentFile() == null;
        assert new File("/a/b").compareTo(new File("/a/c")) < 0;
        assert copy.toPath().getNameCount() == 2;
    }
}
