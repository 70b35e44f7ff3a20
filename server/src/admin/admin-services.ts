import type { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { Status } from "drawbridge-rules/wire/status.ts";
import type { AccessTokenIndex } from "../accounts/access-token-index.ts";
import type { GrantIndex } from "../accounts/grant-index.ts";
import type { IdentityProvider } from "../accounts/identity-provider.ts";
import type { PasswordHashing } from "../accounts/password-hash.ts";
import type { SignInThrottle } from "../accounts/sign-in-throttle.ts";
import type { ClientAddress } from "../base/http/client-address.ts";
import type { Log } from "../base/log.ts";
import type { Registry } from "../base/metrics.ts";
import type { EdgeOrigin } from "../edges/edge-api.ts";
import type { ClockStatus } from "../log/clock-check.ts";
import type { Publisher } from "../log/publisher.ts";
import type { ObjectsStatus, SourceStatus } from "../log/source-status.ts";
import type { Catalog } from "../reads/catalog/catalog.ts";
import type { AddressLimit } from "../reads/limits/rate-limits.ts";
import type { Opening } from "../reads/opening.ts";
import type { VersionTraffic } from "../reads/usage/version-traffic.ts";
import type { Store } from "../store/store.ts";
import type { WebhookService } from "../webhooks/webhook-service.ts";
import type { EventHub } from "./events/event-hub.ts";
import type { RequestJournal } from "./request/request-journal.ts";
import type { TokenUse } from "./request/token-use.ts";

export interface AdminServices {
  readonly version: string;
  readonly store: Store;
  readonly storeKind: string;
  /** Why the store must not be used. */
  readonly unusable?: () => DrawbridgeError | null;
  /** Resolves when the store was read, or will not be. Absent means requests before that are refused immediately. */
  readonly started?: Promise<unknown>;
  readonly publisher: Publisher;
  readonly webhooks: WebhookService;
  readonly catalog: Catalog;
  readonly traffic: VersionTraffic;
  readonly events: EventHub;
  readonly edges: Pick<EdgeOrigin, "list" | "hub" | "tokens">;
  readonly accessTokens: AccessTokenIndex;
  readonly tokenUse: TokenUse;
  readonly grants: GrantIndex;
  readonly passwords: PasswordHashing;
  readonly throttle: SignInThrottle;
  /** Null means people sign in with passwords only. */
  readonly identityProvider: IdentityProvider | null;
  readonly worthlessTokens: AddressLimit;
  readonly clientAddress: ClientAddress;
  /** URL at which people reach this API, without a path. */
  readonly publicUrl: () => string;
  readonly readUrls: () => { readonly config: string; readonly maintenance: string };
  readonly proveServer: (challenge: string) => string;
  readonly programStatus: ProgramStatus;
  readonly metrics: Registry;
  readonly isMetricsToken: (text: string) => boolean;
  readonly journal: RequestJournal;
  readonly log: Log;
  /** Epoch ms. */
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
}

export interface ListenerStatus {
  readonly url: string;
  readonly serves: Status["listeners"][number]["serves"];
}

export interface ProgramStatus {
  readonly startedAt: number;
  listeners(): readonly ListenerStatus[];
  sources(): readonly SourceStatus[];
  objects(): ObjectsStatus | null;
  /** Null means the store is not open, or there is none. */
  format(): number | null;
  openings(): readonly Opening[];
  edges(): number;
  clock(): ClockStatus;
}
