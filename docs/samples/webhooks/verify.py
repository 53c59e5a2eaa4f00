# part: verify
import hashlib
import hmac
import re


def verify_webhook(raw_body: bytes, header: str, secret: str, now_seconds: float) -> bool:
    """raw_body: as it arrived. header: X-Webhook-Signature. now_seconds: time.time()."""
    parts = [part.strip() for part in (header or "").split(",")]
    times = [part[2:] for part in parts if part.startswith("t=")]
    if len(times) != 1 or not re.fullmatch(r"[0-9]{1,12}", times[0]):
        return False
    if abs(now_seconds - int(times[0])) > 300:
        return False

    message = times[0].encode() + b"." + raw_body
    expected = hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()
    is_valid = False
    for part in parts:
        # For 24 hours after a change of the secret there are two marks; one that fits is enough.
        if re.fullmatch(r"v1=[0-9a-f]{64}", part):
            is_valid = hmac.compare_digest(part[3:], expected) or is_valid
    return is_valid
# part end


# For the tests: header, secret, time and base64 of the body, again and again.
if __name__ == "__main__":
    import base64
    import sys

    words = sys.argv[1:]
    for at in range(0, len(words), 4):
        header, secret, now, body = words[at : at + 4]
        is_valid = verify_webhook(base64.b64decode(body), header, secret, float(now))
        print(str(is_valid).lower())
