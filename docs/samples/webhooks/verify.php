<?php
// part: verify
/** $rawBody: file_get_contents('php://input'). $header: $_SERVER['HTTP_X_WEBHOOK_SIGNATURE']. */
function verifyWebhook(string $rawBody, string $header, string $secret, float $nowSeconds): bool
{
    $parts = array_map('trim', explode(',', $header));
    $times = array_values(array_filter($parts, fn ($part) => str_starts_with($part, 't=')));
    $time = substr($times[0] ?? '', 2);
    if (count($times) !== 1 || !preg_match('/^[0-9]{1,12}\z/', $time)) {
        return false;
    }
    if (abs($nowSeconds - (int) $time) > 300) {
        return false;
    }

    $expected = hash_hmac('sha256', $time . '.' . $rawBody, $secret);
    $isValid = false;
    foreach ($parts as $part) {
        // For 24 hours after a change of the secret there are two marks; one that fits is enough.
        if (preg_match('/^v1=[0-9a-f]{64}\z/', $part)) {
            $isValid = hash_equals($expected, substr($part, 3)) || $isValid;
        }
    }
    return $isValid;
}
// part end

// For the tests: header, secret, time and base64 of the body, again and again.
foreach (array_chunk(array_slice($argv, 1), 4) as [$header, $secret, $now, $body]) {
    $isValid = verifyWebhook(base64_decode($body), $header, $secret, (float) $now);
    echo $isValid ? "true\n" : "false\n";
}
