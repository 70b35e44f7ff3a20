/** Object stores against moto and gofakes3, which others wrote: the contract that `npm test` checks against a stand-in of our own. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openObjectStore } from "../../src/objects/open-object-store.ts";
import { type ForeignS3, foreignS3, missingS3, type RunningS3, startForeignS3 } from "../objects/foreign-s3.ts";
import { fails, objectStoreContract } from "../objects/object-store-contract.ts";

for (const program of Object.keys(foreignS3) as ForeignS3[])
  describe(program, { skip: missingS3(program) }, () => {
    let bucket: RunningS3;
    let count = 0;

    before(async () => {
      bucket = await startForeignS3(program);
    });
    after(() => bucket[Symbol.asyncDispose]());

    objectStoreContract(program, () => openObjectStore(`${bucket.url}/test-${++count}`, 60_000));

    test("a bucket that does not exist is an error that says so", async () => {
      const store = await openObjectStore("s3://absent/prefix");
      await fails("missing", /failed while reading head: HTTP 404 NoSuchBucket\.$/, store, store.get("head"));
      await fails("missing", /HTTP 404 NoSuchBucket\.$/, store, store.put("head", Buffer.from("1"), null));
      await fails("missing", /HTTP 404 NoSuchBucket\.$/, store, Array.fromAsync(store.list("")));
      store.close();
    });

    test("objects of one prefix are not those of another", async () => {
      const [one, other] = [await openObjectStore(`${bucket.url}/one`), await openObjectStore(`${bucket.url}/one-more`)];
      await one.put("head", Buffer.from("1"), null);
      assert.equal(await other.get("head"), null);
      assert.deepEqual(await Array.fromAsync(other.list("")), []);
      one.close();
      other.close();
    });
  });
