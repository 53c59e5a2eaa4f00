// part: verify
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class VerifyWebhook {
    /** rawBody: as it arrived. header: X-Webhook-Signature. nowSeconds: Unix time in seconds. */
    static boolean verify(byte[] rawBody, String header, String secret, double nowSeconds)
            throws GeneralSecurityException {
        String time = null;
        String[] parts = (header == null ? "" : header).split(",");
        for (String part : parts) {
            if (!part.strip().startsWith("t=")) continue;
            if (time != null) return false;
            time = part.strip().substring(2);
        }
        if (time == null || !time.matches("[0-9]{1,12}")) return false;
        if (Math.abs(nowSeconds - Long.parseLong(time)) > 300) return false;

        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        mac.update((time + ".").getBytes(StandardCharsets.UTF_8));
        byte[] expected = mac.doFinal(rawBody);
        boolean isValid = false;
        for (String part : parts) {
            // For 24 hours after a change of the secret there are two marks; one that fits is enough.
            if (!part.strip().matches("v1=[0-9a-f]{64}")) continue;
            byte[] mark = HexFormat.of().parseHex(part.strip().substring(3));
            isValid |= MessageDigest.isEqual(mark, expected);
        }
        return isValid;
    }
    // part end

    /** For the tests: header, secret, time and base64 of the body, again and again. */
    public static void main(String[] words) throws GeneralSecurityException {
        for (int at = 0; at < words.length; at += 4) {
            byte[] body = java.util.Base64.getDecoder().decode(words[at + 3]);
            double now = Double.parseDouble(words[at + 2]);
            System.out.println(verify(body, words[at], words[at + 1], now));
        }
    }
    // part: verify
}
// part end
