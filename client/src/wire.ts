/**
 * What goes over the wire of the admin API, `/admin/v1/…`: types only, shared by the server, this library, the command line
 * and the console. Names are in snake_case. Instants are RFC 3339 with milliseconds and `+00:00`; a request may use any offset.
 * Durations are ISO 8601 (`PT30S`, `P30D`). `/openapi.json` says the same with every status and header.
 *
 * ETags are `"<epoch>.<revision>"`. PUT, PATCH and DELETE send the one that was read in `If-Match`, or `If-None-Match: *` to
 * create: 428 without, 412 where it is not the present one (a dry run may leave both out). POST needs none, and takes an
 * `Idempotency-Key` of 1 to 255 printable ASCII characters, kept for 24 hours.
 */

// ---------------------------------------------------------------------------------------------- problems

/** `application/problem+json` (RFC 9457): the body of every answer from 400 on. */
export interface ProblemDocument {
  /** `urn:drawbridge:problem:<code>` */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ProblemCode;
  /** Everything that is wrong, not only the first thing: with `invalid`, `refused` and `drift`. */
  readonly errors?: readonly ProblemItem[];
}

/** What the admin API answers in `code`. A title may be reworded, a code never. */
export type ProblemCode =
  | "bad_request"
  | "unauthorized" // 401: no token, or one that opens nothing
  | "forbidden"
  | "not_found"
  | "method_not_allowed"
  | "conflict" // 409: what is to be made exists, or cannot be changed any more
  | "refused" // 409: a guard says no; `errors` names each in `guard`
  | "drift" // 409: changed outside the manifest since the last apply; `errors` says what
  | "key_in_use" // 409
  | "stale" // 412
  | "content_too_large" // 413: over 4 MiB
  | "unsupported_media_type" // 415
  | "invalid" // 422: `errors` lists every problem
  | "precondition_required" // 428
  | "internal_error" // 500: `detail` has the reference under which the log knows more
  | "unavailable"; // 503: the store cannot be reached

export interface ProblemItem {
  /** Dotted path: of the manifest (`platforms.ios.minimum`), of the request's body (`name`) or of its query (`reason`). */
  readonly path: string;
  /** 1-based line of the body that was sent, where it is in there. */
  readonly line?: number;
  /** Only in a refusal: pass it with `?override=<guard>&reason=<why>`. */
  readonly guard?: Guard;
  readonly detail: string;
}

export type Guard = "store_link" | "every_version_blocked" | "in_use" | "running_window";

// ---------------------------------------------------------------------------------------------- changes

/** Query of every PUT, PATCH and DELETE, and of the rollback. */
export interface ChangeQuery {
  /** Plans and changes nothing. What would refuse the change is then in the answer instead. */
  readonly dry_run?: boolean;
  /** Why; it stands in the history. */
  readonly reason?: string;
  /** Guards to pass, comma-separated on the wire; needs `reason`. */
  readonly override?: readonly Guard[];
}

/** Query of `PUT …/manifest`. */
export interface ApplyQuery extends ChangeQuery {
  /** Replaces what was changed another way since the last apply. */
  readonly overwrite?: boolean;
  /** Lets windows go that are in force; needs no reason. */
  readonly end_running?: boolean;
}

/** Answer to every PUT, PATCH and DELETE, and to the rollback. */
export interface ChangeAnswer {
  /** Of the project: after the change, or as it stands where nothing was written. */
  readonly revision: number;
  /** ETag of the resource after the change (also in the header `etag`); null where there is none: deleted, or a dry run of creating it. */
  readonly etag: string | null;
  readonly dry_run: boolean;
  /** Whether anything was written; in a dry run, whether anything would be. */
  readonly changed: boolean;
  /** What becomes different, in the words of the manifest. */
  readonly differences: readonly Difference[];
  readonly warnings: readonly ProblemItem[];
  /** Dry run: what is wrong with it. Else empty, since it is thrown as `invalid`. */
  readonly problems: readonly ProblemItem[];
  /** Guards that are against it: in a dry run all of them, also those overridden; else those that were overridden. */
  readonly refusals: readonly ProblemItem[];
  /** Only of `PUT …/manifest`: what was changed another way since the last apply and would be, or was, undone. */
  readonly drift?: readonly Drift[];
}

export interface Difference {
  /** `platforms.ios.minimum`. Lists are one value. */
  readonly path: string;
  /** Absent: it was not there. */
  readonly before?: unknown;
  /** Absent: it goes. */
  readonly after?: unknown;
}

export interface Drift {
  readonly path: string;
  /** Absent, like the others: not there. */
  readonly applied?: unknown;
  readonly current?: unknown;
  readonly desired?: unknown;
}

// ---------------------------------------------------------------------------------------------- projects and their parts

/** Text by language: BCP 47 tag → text. */
export type LocalizedText = Readonly<Record<string, string>>;

export interface StoreLinks {
  readonly android?: string;
  readonly apple?: string;
}

/** One entry of `GET /admin/v1/projects`. */
export interface ProjectListItem {
  readonly id: string;
  readonly name: string;
  /** Of the last commit that touched anything of the project. */
  readonly revision: number;
  /** Of the project and of its manifest. */
  readonly etag: string;
}

/** `GET /admin/v1/projects?after=<id>&limit=<1..1000>` (default 1000), in order of id. */
export interface ProjectList {
  readonly projects: readonly ProjectListItem[];
  /** For `after`, where there are more; else null. */
  readonly next: string | null;
}

/** Body of `PUT /admin/v1/projects/{project}`, and what a PATCH (RFC 7396) is applied to: the manifest's head. */
export interface ProjectForm {
  readonly name?: string;
  /** The first is the default. */
  readonly languages?: readonly string[];
  readonly ttl?: string;
  readonly reminder?: string;
  /** `"null"` is accepted for null: a merge patch takes null for "remove". */
  readonly no_window?: "epoch" | "null" | null;
  readonly stores?: StoreLinks;
  readonly messages?: {
    readonly upgrade?: LocalizedText;
    readonly maintenance?: LocalizedText;
    readonly default?: LocalizedText;
  };
}

/** `GET /admin/v1/projects/{project}`. Its ETag is of the project as a whole. What is only read may be sent back and is ignored. */
export interface Project extends ProjectForm {
  readonly id: string;
  readonly revision: number;
}

/** Body of `PUT …/policies/{platform}`, and what a PATCH is applied to. */
export interface PolicyForm {
  readonly minimum?: string;
  readonly recommended?: string;
  readonly blocked?: readonly string[];
  readonly exempt?: readonly string[];
  /** The link that a blocked app opens; `android` for android and `apple` for ios unless said otherwise. */
  readonly store?: "android" | "apple" | "none";
  readonly stores?: StoreLinks;
}

/** `GET …/policies/{platform}`; in the list too. */
export interface Policy extends PolicyForm {
  readonly id: string;
  readonly revision: number;
  readonly etag: string;
}

/** `GET …/policies`: the platforms that the project declares. */
export interface PolicyList {
  readonly policies: readonly Policy[];
}

/** Body of `PUT …/windows/{window}`. */
export interface WindowForm {
  readonly platforms?: readonly string[];
  readonly instances?: readonly string[];
  /** Wall-clock time in `zone`, `2026-12-06T02:00`. */
  readonly start: string;
  /** IANA; default UTC. */
  readonly zone?: string;
  /** Exactly one of `duration` and `end` (wall-clock time). */
  readonly duration?: string;
  readonly end?: string;
  readonly reminder?: string;
  readonly overrun?: "end" | "hold";
  /** RFC 5545 RRULE, DAILY or slower: `FREQ=WEEKLY;BYDAY=SU`. UNTIL as wall time, without Z. */
  readonly repeat?: string;
  /** Local dates of planned starts that are left out. */
  readonly except?: readonly string[];
  readonly message?: LocalizedText;
}

/** `GET …/windows/{window}`; in the list too. */
export interface MaintenanceWindow extends WindowForm {
  readonly id: string;
  /** A manifest owns only its own. A new one made here is `api`. */
  readonly origin: "manifest" | "api" | "hand";
  readonly revision: number;
  readonly etag: string;
}

export interface WindowList {
  readonly windows: readonly MaintenanceWindow[];
}

/** Body of `PUT …/instances/{instance}`. */
export interface InstanceForm {
  readonly name: string | LocalizedText;
  readonly reminder?: string;
}

/**
 * `GET …/instances/{instance}`, the id percent-encoded in one segment. An id that holds `/` or `\`, or is `.` or `..`, has no
 * address of its own: it is read in the list and edited in the manifest.
 */
export interface Instance extends InstanceForm {
  readonly id: string;
  readonly revision: number;
  readonly etag: string;
}

export interface InstanceList {
  readonly instances: readonly Instance[];
}

/** The manifest as a document; as YAML with `Accept: application/yaml` (the default is JSON). */
export interface Manifest extends ProjectForm {
  readonly apiVersion: "drawbridge/v1";
  readonly project: string;
  readonly platforms?: Readonly<Record<string, PolicyForm>>;
  readonly instances?: Readonly<Record<string, InstanceForm>>;
  readonly windows?: Readonly<Record<string, WindowForm>>;
}

// ---------------------------------------------------------------------------------------------- maintenance in real time

export type OccurrenceState = "scheduled" | "in_force" | "over" | "cancelled";

/** When one occurrence is: as planned, and as it is now. A hold that moved its end shows in `end`. */
export interface OccurrenceTimes {
  /** `<window>/<planned local start>`, e.g. `db-upgrade/2026-12-06T02:00` */
  readonly occurrence: string;
  readonly window: string;
  readonly planned_start: string;
  readonly planned_end: string;
  readonly start: string;
  readonly end: string;
  readonly state: OccurrenceState;
}

/** Answer to every verb (200), also to one that had nothing to do. */
export interface MaintenanceAnswer extends OccurrenceTimes {
  /** Of the project. */
  readonly revision: number;
  /** False: it was so before, and nothing was written. */
  readonly changed: boolean;
}

/**
 * Body of `POST …/maintenance/start`; may be left out. With `window`: its next occurrence begins now and keeps its planned
 * length; one that is in force stays, and with `for` or `until` ends no earlier than said. Without `window`: makes a window by
 * hand, of the whole project unless `platforms` or `instances` say otherwise. A `name` that is in force is treated like `window`
 * (409 `conflict` where it was made for others, or with another message or overrun); one that is over is used anew.
 */
export interface StartRequest {
  readonly window?: string;
  /** Id of the window to make: lower-case letters, digits and hyphens; `by-hand-<yyyymmddthhmmss>` unless said. */
  readonly name?: string;
  /** How long from now; by hand an hour unless said. Or `until`. */
  readonly for?: string;
  /** RFC 3339 with an offset. */
  readonly until?: string;
  /** The others only of a window that is made. */
  readonly platforms?: readonly string[];
  readonly instances?: readonly string[];
  readonly message?: LocalizedText;
  /** `hold` unless said. */
  readonly overrun?: "end" | "hold";
}

/**
 * Which occurrence is meant: by its own name; or of `window` the one in force, where the verb is about the present, and the next
 * one, where it is about the future. Extending and completing need neither while exactly one window by hand is in force; else
 * 409 `conflict`, and `errors` has one item for each that might be meant: its window in `path`, its times in `detail`.
 */
export interface OccurrenceChoice {
  readonly window?: string;
  readonly occurrence?: string;
}

/**
 * Body of `POST …/maintenance/extend`: exactly one of `by`, `until` and `lease`. Nothing ends earlier by it. By its own name
 * (`occurrence`) one that is still to come is extended too.
 */
export interface ExtendRequest extends OccurrenceChoice {
  /** Beyond the end in force. */
  readonly by?: string;
  /** RFC 3339 with an offset. */
  readonly until?: string;
  /**
   * Renews a lease: the end becomes now + this, and nothing is written while that is less than a minute, and less than half of
   * the lease, later than it is.
   */
  readonly lease?: string;
}

/**
 * Body of `POST …/maintenance/complete`; may be left out. With `window`: everything of it that is in force. What is over already
 * stays as it is, `changed: false`.
 */
export type CompleteRequest = OccurrenceChoice;

/** Body of `POST …/maintenance/cancel`: one that has not started. What is cancelled already stays so, `changed: false`. */
export type CancelRequest = OccurrenceChoice;

/** Body of `POST …/maintenance/move`: one that has not started. It keeps its length unless `end` or `for` says otherwise. */
export interface MoveRequest extends OccurrenceChoice {
  /** Wall-clock time in the window's zone (`2026-12-06T03:00`), or RFC 3339 with an offset. Not in the past. */
  readonly start: string;
  /** In either form too. */
  readonly end?: string;
  readonly for?: string;
}

/** One of `GET …/maintenance`. */
export interface ListedOccurrence extends OccurrenceTimes {
  readonly zone: string;
  /** `start` and `end` on the clock of `zone`, with its offset: `2026-12-06T02:00:00+01:00`. */
  readonly local_start: string;
  readonly local_end: string;
  /** Null, both: the whole project. */
  readonly instances: readonly string[] | null;
  readonly platforms: readonly string[] | null;
  readonly overrun: "end" | "hold";
  readonly origin: "manifest" | "api" | "hand";
  readonly repeat: string | null;
}

/** `GET …/maintenance?from=&until=&limit=`: instants in RFC 3339 with an offset; `limit` from 1 to 1000, default 100. */
export interface MaintenanceListQuery {
  /** Default: now, so that it begins with those in force. */
  readonly from?: string;
  /** Default: 92 days after `from`; at most 366. */
  readonly until?: string;
  readonly limit?: number;
}

/** In order of start; cancelled ones too. */
export interface MaintenanceList {
  readonly occurrences: readonly ListedOccurrence[];
  /** Whether `limit` left any out. */
  readonly more: boolean;
  /** What may surprise: shifts of the clock, overlaps, windows that are past, instances not covered, leads longer than the gap. */
  readonly warnings: readonly ProblemItem[];
}

// ---------------------------------------------------------------------------------------------- read keys

export type Endpoint = "config" | "maintenance";
export type CredentialState = "active" | "expired" | "revoked";

/** What a key opens; null: everything. */
export interface ReadKeyScope {
  readonly endpoints: readonly Endpoint[] | null;
  readonly platforms: readonly string[] | null;
  readonly instances: readonly string[] | null;
}

export interface ReadKey extends ReadKeyScope {
  readonly id: string;
  readonly name: string;
  readonly state: CredentialState;
  readonly last4: string;
  readonly imported: boolean;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  /** Id of the key that took over at a rotation. */
  readonly replaced_by: string | null;
  /** Null: it is told how things are. */
  readonly rehearsal: Rehearsal | null;
}

/**
 * What testers are told instead of the present: how it is at an instant (RFC 3339 with an offset), or how it would be without any
 * window. Answers then carry `drawbridge-rehearsal` and `Cache-Control: no-store`.
 */
export type Rehearsal = { readonly at: string } | { readonly ignore_maintenance: true };

/** `GET …/keys`, oldest first. */
export interface ReadKeyList {
  readonly keys: readonly ReadKey[];
}

interface ReadKeyFields extends Partial<ReadKeyScope> {
  readonly name: string;
  readonly expires_at?: string | null;
}

/** Body of `POST …/keys`. */
export interface ReadKeyRequest extends ReadKeyFields {
  /** Then `expires_at` is needed, at most 30 days ahead. */
  readonly rehearsal?: Rehearsal | null;
}

/** Body of `POST …/keys/import`: 16 to 128 printable ASCII characters without spaces or commas. 409 `key_in_use` if it is anywhere. */
export interface ReadKeyImport extends ReadKeyFields {
  readonly value: string;
}

/** Body of `POST …/keys/{id}/rotate`; may be left out. */
export interface ReadKeyRotation {
  /** How long the old key goes on, `P30D` unless said; `PT0S`: it ends at once. At most `P366D`. */
  readonly overlap?: string;
  /** The old one's unless said. */
  readonly name?: string;
}

/** Answer to an import (201). */
export interface ReadKeyAnswer extends ReadKey {
  readonly revision: number;
}

/** Answer to creating (201). */
export interface CreatedReadKey extends ReadKeyAnswer {
  /** The text itself: shown here, and never again. */
  readonly key: string;
}

/** Answer to rotating (201): the new key. */
export interface RotatedReadKey extends CreatedReadKey {
  /** The old one, as it is now. */
  readonly replaces: ReadKey;
}

/** Answer to `POST …/keys/{id}/revoke` (200), which may be sent twice. */
export interface RevokedReadKey extends ReadKeyAnswer {
  /** False: it was revoked before. */
  readonly changed: boolean;
}

// ---------------------------------------------------------------------------------------------- feed tokens

/** Opens the calendar and the Atom feed of a project, or of what covers one of its instances. */
export interface FeedToken {
  readonly id: string;
  readonly name: string;
  readonly state: CredentialState;
  readonly last4: string;
  /** Null: all of the project. */
  readonly instance: string | null;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

/** `GET …/feed-tokens`, oldest first. */
export interface FeedTokenList {
  readonly feed_tokens: readonly FeedToken[];
}

/** Body of `POST …/feed-tokens`. */
export interface FeedTokenRequest {
  readonly name: string;
  readonly instance?: string | null;
  readonly expires_at?: string | null;
}

/** Answer to creating (201). */
export interface CreatedFeedToken extends FeedToken {
  readonly revision: number;
  /** The text itself: shown here, and never again. */
  readonly token: string;
  /** Addresses with the text in them. Whoever has one can read the feed. */
  readonly calendar: string;
  readonly atom: string;
}

/** Answer to `POST …/feed-tokens/{id}/revoke` (200), which may be sent twice. */
export interface RevokedFeedToken extends FeedToken {
  readonly revision: number;
  readonly changed: boolean;
}

// ---------------------------------------------------------------------------------------------- access tokens

/** Each may all that those before it may: read; maintenance; the configuration; keys, tokens and members. */
export type Role = "viewer" | "operator" | "editor" | "owner";

export interface AccessToken {
  readonly id: string;
  readonly name: string;
  readonly role: Role | "administrator";
  readonly state: CredentialState;
  readonly last4: string;
  /** Id of the person whom it counts as; null: made where nobody had signed in. */
  readonly made_by: string | null;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

/** `GET /admin/v1/tokens` and `GET …/tokens` of a project, oldest first. The token of the environment is not among them. */
export interface AccessTokenList {
  readonly tokens: readonly AccessToken[];
}

/** Body of `POST /admin/v1/tokens` and, with a role, of `POST …/tokens` of a project. */
export interface AccessTokenRequest {
  readonly name: string;
  readonly role?: Role;
  readonly expires_at?: string | null;
}

/** Answer to creating (201). */
export interface CreatedAccessToken extends AccessToken {
  readonly revision: number;
  /** The text itself: shown here, and never again. */
  readonly token: string;
}

/** Answer to `POST /admin/v1/tokens/{id}/revoke` (200), which may be sent twice. */
export interface RevokedAccessToken extends AccessToken {
  readonly revision: number;
  readonly changed: boolean;
}

// ---------------------------------------------------------------------------------------------- history, rollback, simulation, status

/** `GET …/history?before=<revision>&limit=<1..200>` (default 50), newest first. Also of a project that was deleted. */
export interface History {
  readonly commits: readonly Commit[];
  /** For `before`, where there may be more; else null. */
  readonly next: number | null;
}

export interface Commit {
  readonly revision: number;
  readonly at: string;
  readonly actor: string;
  readonly reason: string;
  /** Guards that were passed. */
  readonly overridden: readonly Guard[];
  readonly changes: readonly CommittedChange[];
}

/** One resource. `before` and `after` are in the form in which it is read (manifest form where it has one); null: not there. */
export interface CommittedChange {
  readonly kind: "project" | "platform" | "instance" | "window" | "override" | "read_key" | "feed_token";
  /** "" of the project itself. */
  readonly id: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** Body of `POST …/rollback`, answered with a ChangeAnswer. A deleted project comes back by it, without its keys. */
export interface RollbackRequest {
  /** A revision at which the project existed. */
  readonly to: number;
}

/** Query of `GET …/simulate`: platform and version, or instance. */
export type SimulationQuery = ({ readonly platform: string; readonly version: string } | { readonly instance: string }) & {
  /** RFC 3339 with an offset; default now. The clock is moved over the state as it is. */
  readonly at?: string;
  readonly lang?: string;
};

/** What a key without limits would be answered. */
export interface Simulation {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  /**
   * Of /config: the text of `drawbridge-reason` (`below_minimum, maintenance`). Of /maintenance: `in_force`, `upcoming`, `over`
   * or `none`. Of an error: its code.
   */
  readonly reason: string;
}

/** `GET /admin/v1/status` */
export interface Status {
  /** Of the program. */
  readonly version: string;
  readonly epoch: string;
  readonly revision: number;
  /** `memory`, `sqlite` … */
  readonly store: string;
}
