// Checks Ascon's known answers with Bouncy Castle, an implementation that is not ours. No test runs it.
// make_ascon.py has the commands, and the digests of the files that it accepted.

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.bouncycastle.crypto.Digest;
import org.bouncycastle.crypto.InvalidCipherTextException;
import org.bouncycastle.crypto.Xof;
import org.bouncycastle.crypto.digests.AsconCXof128;
import org.bouncycastle.crypto.digests.AsconHash256;
import org.bouncycastle.crypto.digests.AsconXof128;
import org.bouncycastle.crypto.engines.AsconAEAD128;
import org.bouncycastle.crypto.params.AEADParameters;
import org.bouncycastle.crypto.params.KeyParameter;

public class CheckAscon {
    private static final Pattern FIELD = Pattern.compile("\"(\\w+)\": (?:\"([^\"]*)\"|(\\d+))");

    public static void main(String[] files) throws Exception {
        Map<String, Integer> agreed = new TreeMap<>();
        for (String file : files) {
            for (String line : Files.readAllLines(Path.of(file))) {
                Map<String, String> entry = new TreeMap<>();
                for (Matcher m = FIELD.matcher(line); m.find(); ) {
                    entry.put(m.group(1), m.group(2) != null ? m.group(2) : m.group(3));
                }
                if (!entry.containsKey("alg")) {
                    continue; // a bracket of the list
                }
                if (!agrees(entry)) {
                    throw new AssertionError("Bouncy Castle disagrees: " + line);
                }
                agreed.merge(entry.get("alg") + ("invalid".equals(entry.get("result")) ? ", invalid" : ""),
                             1, Integer::sum);
            }
        }
        System.out.println(agreed);
    }

    private static boolean agrees(Map<String, String> entry) throws Exception {
        return switch (entry.get("alg")) {
            case "Ascon-AEAD128" -> aead(entry);
            case "Ascon-Hash256" -> digest(new AsconHash256(), entry);
            case "Ascon-XOF128" -> digest(new AsconXof128(), entry);
            case "Ascon-CXOF128" -> digest(new AsconCXof128(bytes(entry, "custom")), entry);
            default -> throw new AssertionError("no such algorithm: " + entry.get("alg"));
        };
    }

    private static boolean digest(Digest digest, Map<String, String> entry) {
        byte[] message = bytes(entry, "msg");
        digest.update(message, 0, message.length);
        byte[] out = new byte[Integer.parseInt(entry.get("outlen"))];
        if (digest instanceof Xof xof) {
            xof.doFinal(out, 0, out.length);
        } else {
            digest.doFinal(out, 0);
        }
        return Arrays.equals(out, bytes(entry, "digest"));
    }

    private static boolean aead(Map<String, String> entry) throws Exception {
        byte[] text = bytes(entry, "msg");
        byte[] sealed = HexFormat.of().parseHex(entry.get("ct") + entry.get("tag"));
        boolean valid = !"invalid".equals(entry.get("result"));
        try {
            return Arrays.equals(run(false, entry, sealed), text) && valid
                && Arrays.equals(run(true, entry, text), sealed);
        } catch (InvalidCipherTextException refused) {
            return !valid;
        }
    }

    private static byte[] run(boolean seal, Map<String, String> entry, byte[] in) throws Exception {
        AsconAEAD128 cipher = new AsconAEAD128();
        KeyParameter key = new KeyParameter(bytes(entry, "key"));
        cipher.init(seal, new AEADParameters(key, 128, bytes(entry, "nonce"), bytes(entry, "ad")));
        byte[] out = new byte[cipher.getOutputSize(in.length)];
        int count = cipher.processBytes(in, 0, in.length, out, 0);
        return Arrays.copyOf(out, count + cipher.doFinal(out, count));
    }

    private static byte[] bytes(Map<String, String> entry, String name) {
        return HexFormat.of().parseHex(entry.get(name));
    }
}
