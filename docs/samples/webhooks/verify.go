package main

// part: verify
import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"regexp"
	"strconv"
	"strings"
	// part end
	"encoding/base64"
	"fmt"
	"os"
	// part: verify
)

var mark = regexp.MustCompile(`^v1=[0-9a-f]{64}$`)
var seconds = regexp.MustCompile(`^[0-9]{1,12}$`)

// VerifyWebhook takes the body as it arrived, the header X-Webhook-Signature and the Unix time.
func VerifyWebhook(rawBody []byte, header, secret string, nowSeconds float64) bool {
	parts := strings.Split(header, ",")
	var times []string
	for i, part := range parts {
		parts[i] = strings.TrimSpace(part)
		if strings.HasPrefix(parts[i], "t=") {
			times = append(times, parts[i][2:])
		}
	}
	if len(times) != 1 || !seconds.MatchString(times[0]) {
		return false
	}
	signedAt, _ := strconv.ParseFloat(times[0], 64)
	if math.Abs(nowSeconds-signedAt) > 300 {
		return false
	}

	sum := hmac.New(sha256.New, []byte(secret))
	sum.Write([]byte(times[0] + "."))
	sum.Write(rawBody)
	expected := []byte(hex.EncodeToString(sum.Sum(nil)))
	valid := false
	for _, part := range parts {
		// For 24 hours after a change of the secret there are two marks; one that fits is enough.
		if mark.MatchString(part) && hmac.Equal([]byte(part[3:]), expected) {
			valid = true
		}
	}
	return valid
}

// part end

// For the tests: header, secret, time and base64 of the body, again and again.
func main() {
	for words := os.Args[1:]; len(words) >= 4; words = words[4:] {
		now, _ := strconv.ParseFloat(words[2], 64)
		body, _ := base64.StdEncoding.DecodeString(words[3])
		fmt.Println(VerifyWebhook(body, words[0], words[1], now))
	}
}
