// Reads every N.yaml of a directory with a YAML 1.2 reader for Go, and compares the values with N.json.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/goccy/go-yaml"
)

func main() {
	files, err := filepath.Glob(filepath.Join(os.Args[1], "*.yaml"))
	if err != nil {
		panic(err)
	}
	read := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			panic(err)
		}
		want, err := os.ReadFile(strings.TrimSuffix(file, ".yaml") + ".json")
		if err != nil {
			panic(err)
		}
		var expected, found any
		if err := json.Unmarshal(want, &expected); err != nil {
			panic(err)
		}
		if err := yaml.Unmarshal(text, &found); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", filepath.Base(file), err)
			continue
		}
		if reflect.DeepEqual(found, expected) {
			read++
		} else {
			fmt.Fprintf(os.Stderr, "%s: found %#v\nexpected %#v\n", filepath.Base(file), found, expected)
		}
	}
	fmt.Printf("goccy/go-yaml: %d exports read to the same values\n", read)
	if read != len(files) || read == 0 {
		os.Exit(1)
	}
}
