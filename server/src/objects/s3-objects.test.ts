import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import { fails, objectStoreContract } from "../../test/objects/object-store-contract.ts";
import { S3StandIn } from "../../test/objects/s3-stand-in.ts";
import type { ObjectStore } from "./object-store.ts";
import { openObjectStore } from "./open-objects.ts";

const bytesOf = (text: string) => Buffer.from(text);
/** Milliseconds: the machine can be busy. */
const patience = 120_000;
let bucket: S3StandIn;
let store: ObjectStore;

before(async () => {
  bucket = await S3StandIn.start();
  store = await openObjectStore(bucket.url, patience);
});
afterEach(() => {
  bucket.failWith();
  bucket.objects.clear();
  bucket.takeRequests();
});
after(async () => {
  store.close();
  await bucket[Symbol.asyncDispose]();
});

objectStoreContract("S3", () => openObjectStore(bucket.url, patience));

test("objects are below the prefix of the URL, and others in the bucket are not listed", async () => {
  assert.equal(store.place, "s3://bucket/some/prefix");
  await store.put("a/b", bytesOf("1"), null);
  const whole = await openObjectStore("s3://bucket");
  assert.equal(whole.place, "s3://bucket");
  assert.deepEqual(await Array.fromAsync(store.list("")), [{ key: "a/b", bytes: 1 }]);
  assert.deepEqual(await Array.fromAsync(whole.list("some/")), [{ key: "some/prefix/a/b", bytes: 1 }]);
  whole.close();
});

test("a bucket that ignores a condition is refused before the first object is written", async () => {
  for (const name of ["if-match", "if-none-match"] as const) {
    bucket.objects.clear();
    bucket.ignores = [name];
    const unsafe = await openObjectStore(bucket.url);
    for (let attempt = 0; attempt < 2; attempt++)
      await fails("invalid", /ignores If-None-Match or If-Match of a PUT/, unsafe, unsafe.put("head", bytesOf("1"), null));
    assert.deepEqual([...bucket.objects.keys()], [".conditions"]);
    bucket.ignores = [];
    assert.ok(await unsafe.put("head", bytesOf("1"), null));
    assert.deepEqual(await Array.fromAsync(unsafe.list("")), [{ key: "head", bytes: 1 }]);
    bucket.takeRequests();
    await unsafe.put("next", bytesOf("1"), null);
    assert.deepEqual(bucket.takeRequests(), ["put"]);
    unsafe.close();
  }
});

describe("an answer of the bucket", () => {
  const cases = [
    ["403 AccessDenied", "denied", 1],
    ["400 ExpiredToken", "denied", 1],
    ["404 NoSuchBucket", "missing", 1],
    ["301 PermanentRedirect", "invalid", 1],
    ["500 InternalError", "unavailable", 3],
    ["503 SlowDown", "unavailable", 3],
  ] as const;
  for (const [fault, kind, attempts] of cases)
    test(`${fault} is an error of the kind ${kind}, after ${attempts} requests`, async () => {
      bucket.fault = () => fault;
      const sentence = (operation: string) => new RegExp(`some/prefix failed while ${operation}: HTTP ${fault}\\.$`);
      await fails(kind, sentence("reading head"), store, store.get("head"));
      assert.equal(bucket.takeRequests().length, attempts);
      // The SDK pauses for seconds when a bucket is busy.
      if (fault === "503 SlowDown") return;
      await fails(kind, sentence("writing head"), store, store.put("head", bytesOf("1"), null));
      await fails(kind, sentence("listing objects"), store, Array.fromAsync(store.list("")));
      await fails(kind, sentence("deleting objects"), store, store.delete(["a"]));
    });
});

test("a fault that ends is repeated until it works, without a second write", async () => {
  bucket.failWith("500 InternalError", "503 SlowDown");
  const tag = await store.put("head", bytesOf("1"), null);
  bucket.failWith("500 InternalError", "lose");
  assert.deepEqual(await store.get("head"), { bytes: bytesOf("1"), tag });
});

test("a put whose answer was lost is found written", async () => {
  for (const faults of [["lose"], ["lose", "lose", "lose"], ["lose", "500 InternalError", "500 InternalError"]] as const) {
    bucket.objects.clear();
    bucket.failWith(...faults);
    const tag = await store.put("head", bytesOf("1"), null);
    assert.deepEqual(await store.get("head"), { bytes: bytesOf("1"), tag });
    bucket.failWith(...faults);
    const next = await store.put("head", bytesOf("2"), tag);
    assert.deepEqual(await store.get("head"), { bytes: bytesOf("2"), tag: next });
  }
});

test("a put whose answer was lost, and which another writer then replaced, does not count as written", async () => {
  const tag = await store.put("head", bytesOf("0"), null);
  const other = await store.put("other", bytesOf("of the other"), null);
  bucket.fault = ({ operation }) => {
    const replacement = bucket.objects.get("other");
    if (operation !== "put" || !replacement || !bucket.objects.get("head")?.bytes.equals(bytesOf("mine"))) return "lose";
    bucket.objects.set("head", replacement);
    return null;
  };
  assert.equal(await store.put("head", bytesOf("mine"), tag), null);
  bucket.failWith();
  assert.equal((await store.get("head"))?.tag, other);
});

test("a put that conflicts with another is repeated, and given up as not written", async () => {
  bucket.fault = ({ operation }) => (operation === "put" && bucket.requests.length < 3 ? "409 ConditionalRequestConflict" : null);
  assert.ok(await store.put("head", bytesOf("1"), null));
  bucket.fault = ({ operation }) => (operation === "put" ? "409 ConditionalRequestConflict" : null);
  assert.equal(await store.put("head", bytesOf("2"), null), null);
});

test("a bucket that never answers is an error in time, and a put that it stored anyway is found", async () => {
  const hasty = await openObjectStore(bucket.url, 300);
  bucket.fault = () => "stall";
  await fails("unavailable", /failed while reading head: no answer in time\.$/, hasty, hasty.get("head"));
  await fails("unavailable", /failed while writing head: no answer in time\.$/, hasty, hasty.put("head", bytesOf("1"), null));
  await fails("unavailable", /failed while listing objects: no answer in time\.$/, hasty, Array.fromAsync(hasty.list("")));
  await fails("unavailable", /failed while deleting objects: no answer in time\.$/, hasty, hasty.delete(["head"]));
  hasty.close();
  // Six seconds remain for reading back.
  const patient = await openObjectStore(bucket.url, 15_000);
  bucket.failWith();
  await patient.put("earlier", bytesOf("1"), null);
  bucket.fault = ({ operation }) => (operation === "put" ? "stored stall" : null);
  const tag = await patient.put("head", bytesOf("1"), null);
  assert.deepEqual(await patient.get("head"), { bytes: bytesOf("1"), tag });
  patient.close();
});

test("a body that is torn or has another bit is an error, never an object", async () => {
  await store.put("head", Buffer.alloc(100_000, 7), null);
  for (const fault of ["torn", "flip"] as const) {
    bucket.fault = ({ operation }) => (operation === "get" ? fault : null);
    await fails("unavailable", /failed while reading head: /, store, store.get("head"));
  }
  bucket.failWith();
  assert.equal((await store.get("head"))?.bytes.length, 100_000);
});

test("without a bucket at the address, the error names the cause in the system", async () => {
  const gone = await S3StandIn.start();
  const lost = await openObjectStore(gone.url);
  await lost.get("head");
  await gone[Symbol.asyncDispose]();
  await fails("unavailable", /failed while reading head: connect ECONNREFUSED 127\.0\.0\.1:\d+\.$/, lost, lost.get("head"));
  lost.close();
});
