package org.cprover;

/**
 * The string operations of programs written for JBMC: those of the JDK for arguments that the JDK accepts. What they mean
 * for others is not defined here.
 */
public final class CProverString {
    private CProverString() {}

    private static void within(boolean condition) {
        if (!condition) {
            CProver.notModelled();
        }
    }

    public static char charAt(CharSequence text, int index) {
        within(index >= 0 && index < text.length());
        return text.charAt(index);
    }

    public static char charAt(String text, int index) {
        within(index >= 0 && index < text.length());
        return text.charAt(index);
    }

    public static char charAt(StringBuffer text, int index) {
        within(index >= 0 && index < text.length());
        return text.charAt(index);
    }

    public static int codePointAt(String text, int index) {
        within(index >= 0 && index < text.length());
        return text.codePointAt(index);
    }

    public static int codePointBefore(String text, int index) {
        within(index >= 1 && index <= text.length());
        return text.codePointBefore(index);
    }

    public static int codePointCount(String text, int start, int end) {
        within(0 <= start && start <= end && end <= text.length());
        return text.codePointCount(start, end);
    }

    public static int offsetByCodePoints(String text, int index, int offset) {
        within(index >= 0 && index <= text.length());
        return text.offsetByCodePoints(index, offset);
    }

    public static CharSequence subSequence(String text, int start, int end) {
        within(0 <= start && start <= end && end <= text.length());
        return text.subSequence(start, end);
    }

    public static String substring(String text, int start) {
        within(0 <= start && start <= text.length());
        return text.substring(start);
    }

    public static String substring(String text, int start, int end) {
        within(0 <= start && start <= end && end <= text.length());
        return text.substring(start, end);
    }

    public static StringBuilder append(StringBuilder target, CharSequence text, int start, int end) {
        within(0 <= start && start <= end && end <= (text == null ? 4 : text.length()));
        return target.append(text, start, end);
    }

    public static StringBuilder delete(StringBuilder target, int start, int end) {
        within(0 <= start && start <= end && start <= target.length());
        return target.delete(start, end);
    }

    public static StringBuffer delete(StringBuffer target, int start, int end) {
        within(0 <= start && start <= end && start <= target.length());
        return target.delete(start, end);
    }

    public static StringBuilder deleteCharAt(StringBuilder target, int index) {
        within(index >= 0 && index < target.length());
        return target.deleteCharAt(index);
    }

    public static StringBuffer deleteCharAt(StringBuffer target, int index) {
        within(index >= 0 && index < target.length());
        return target.deleteCharAt(index);
    }

    public static StringBuilder insert(StringBuilder target, int index, String text) {
        within(index >= 0 && index <= target.length());
        return target.insert(index, text);
    }

    public static StringBuilder insert(StringBuilder target, int index, boolean value) {
        return insert(target, index, String.valueOf(value));
    }

    public static StringBuilder insert(StringBuilder target, int index, char value) {
        return insert(target, index, String.valueOf(value));
    }

    public static StringBuilder insert(StringBuilder target, int index, int value) {
        return insert(target, index, String.valueOf(value));
    }

    public static StringBuilder insert(StringBuilder target, int index, long value) {
        return insert(target, index, String.valueOf(value));
    }

    public static StringBuffer insert(StringBuffer target, int index, String text) {
        within(index >= 0 && index <= target.length());
        return target.insert(index, text);
    }

    public static void setCharAt(StringBuilder target, int index, char value) {
        within(index >= 0 && index < target.length());
        target.setCharAt(index, value);
    }

    public static void setCharAt(StringBuffer target, int index, char value) {
        within(index >= 0 && index < target.length());
        target.setCharAt(index, value);
    }

    public static void setLength(StringBuilder target, int length) {
        within(length >= 0);
        target.setLength(length);
    }

    public static void setLength(StringBuffer target, int length) {
        within(length >= 0);
        target.setLength(length);
    }

    public static boolean equals(String one, String other) {
        return one == null ? other == null : one.equals(other);
    }

    public static String toString(int value) {
        return String.valueOf(value);
    }

    public static String toString(int value, int radix) {
        return Integer.toString(value, radix);
    }

    public static String toString(long value) {
        return String.valueOf(value);
    }

    public static String toString(long value, int radix) {
        return Long.toString(value, radix);
    }

    public static String toString(float value) {
        return String.valueOf(value);
    }

    public static String toString(double value) {
        return String.valueOf(value);
    }

    public static int parseInt(String text, int radix) {
        return Integer.parseInt(text, radix);
    }

    public static long parseLong(String text, int radix) {
        return Long.parseLong(text, radix);
    }
}
