import assert from "node:assert/strict";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { openObjectStore } from "../objects/open-objects.ts";
import { objectsUrlForm, parseObjectsUrl } from "./objects-url.ts";
import { readSettings } from "./settings.ts";

const folder = pathToFileURL(process.cwd()).href;

test("the URL of a bucket, with or without a prefix, and that of a folder are accepted", async () => {
  const places = [
    ["s3://bucket", "s3://bucket"],
    ["s3://bucket/", "s3://bucket"],
    ["s3://my.bucket-2/Prefix_1/b.c", "s3://my.bucket-2/Prefix_1/b.c"],
    ["s3://bucket/prefix/", "s3://bucket/prefix"],
    [folder, folder],
  ] as const;
  for (const [text, place] of places) {
    const store = await openObjectStore(text);
    assert.equal(store.place, place);
    store.close();
  }
});

test("anything else is refused with the accepted form, and without the text, which may have credentials", async () => {
  const wrong = [
    ...[
      "",
      "bucket",
      "/mount",
      "s3:",
      "s3://",
      "s3:///prefix",
      "s3:bucket",
      "https://bucket.s3.amazonaws.com/prefix",
      "gs://bucket",
    ],
    ...["s3://AKIA:hunter2@bucket", "s3://user@bucket", "s3://bucket:443", "s3://bucket/a?region=eu", "s3://bucket/a#b"],
    ...["s3://Bucket", "s3://b", "s3://bucket_name", "s3://bucket/a b", "s3://bucket/a//b", "s3://bucket/ü", "s3://-bucket"],
    ...["file://", "file:///", "file://host/mount", "file:///a%2Fb"],
  ];
  for (const text of wrong) {
    assert.equal(parseObjectsUrl(text), null, text);
    await assert.rejects(openObjectStore(text), {
      kind: "invalid",
      message: `The URL of an object store must be ${objectsUrlForm}.`,
    });
    const read = () => readSettings({ DRAWBRIDGE_OBJECTS: text }, () => "");
    const problems = [{ path: "DRAWBRIDGE_OBJECTS", message: `must be ${objectsUrlForm}` }];
    assert.throws(read, { problems });
  }
});
