// Verifies deliveries, one of JSON a line, by the reference library for Go. Prints for each why it is refused, or nothing.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

type delivery struct {
	Secret  string            `json:"secret"`
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"`
}

func main() {
	deliveries := json.NewDecoder(os.Stdin)
	for {
		var one delivery
		if err := deliveries.Decode(&one); err == io.EOF {
			return
		} else if err != nil {
			panic(err)
		}
		fmt.Println(refusal(one))
	}
}

func refusal(one delivery) string {
	webhook, err := standardwebhooks.NewWebhook(one.Secret)
	if err != nil {
		return err.Error()
	}
	headers := http.Header{}
	for name, value := range one.Headers {
		headers.Set(name, value)
	}
	if err := webhook.Verify([]byte(one.Body), headers); err != nil {
		return err.Error()
	}
	return ""
}
