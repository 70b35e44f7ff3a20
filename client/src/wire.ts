/**
 * What goes over the wire of the admin API, `/admin/v1/…`: types only, shared by the server, this library, the command line
 * and the console. Names are in snake_case. Instants are RFC 3339 with milliseconds and `+00:00`; a request may use any offset.
 * Durations are ISO 8601 (`PT30S`, `P30D`). `/openapi.json` says the same with every status and header.
 *
 * ETags are `"<epoch>.<revision>"`. PUT, PATCH and DELETE send the one that was read in `If-Match`, or `If-None-Match: *` to
 * create: 428 without, 412 where it is not the present one (a dry run may leave both out). POST needs none, and takes an
 * `Idempotency-Key` of 1 to 255 printable ASCII characters, kept for 24 hours; so does an edit with `?propose=`.
 */

import type { ManifestForm } from "drawbridge-rules/changes/manifest.ts";
import type { ProtectionForm } from "drawbridge-rules/changes/protection.ts";
import type { InstanceForm } from "drawbridge-rules/project/instance.ts";
import type { ProjectForm } from "drawbridge-rules/project/project.ts";
import type { LocalizedText } from "drawbridge-rules/texts/language.ts";
import type { PolicyForm } from "drawbridge-rules/versions/platform-schema.ts";
import type { StoreLinksForm } from "drawbridge-rules/versions/store-link-schema.ts";
import type { WindowForm } from "drawbridge-rules/windows/maintenance-window.ts";

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
  /** With `stale`, where If-Match named an older revision: what happened since. Nothing that was typed is lost by it. */
  readonly since?: Since;
  /** With `key_in_use`, for administrators: the key that has the text; null: the log no longer has it. */
  readonly in_use?: ReadKeyInUse | null;
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
  | "rate_limited" // 429: Retry-After says when to come again
  | "overloaded" // 503: the process has more to do than it can
  | "unavailable"; // 503: the store cannot be reached

export interface ProblemItem {
  /** Dotted path: of the manifest (`platforms.ios.minimum`), of the request's body (`name`) or of its query (`reason`). */
  readonly path: string;
  /** Into the body that was sent: a JSON pointer as URI fragment (RFC 6901 §6), `#/platforms/ios/minimum`. */
  readonly pointer?: string;
  /** The parameter of the query, or the header, that it is about. */
  readonly parameter?: string;
  readonly header?: string;
  /** 1-based line of the body that was sent, where it is in there. */
  readonly line?: number;
  /** Only in a refusal: pass it with `?override=<guard>&reason=<why>`. */
  readonly guard?: Guard;
  readonly detail: string;
}

/** `four_eyes` is passed by owners alone; the others by whoever may make the change. */
export type Guard =
  | "store_link"
  | "every_version_blocked"
  | "long_maintenance"
  | "past_end"
  | "first_language"
  | "in_use"
  | "running_window"
  | "four_eyes";

/** What became of a resource between what was read and what is. */
export interface Since {
  /** Of the resource now. */
  readonly revision: number;
  readonly etag: string;
  /** That changed it, newest first, at most 20. */
  readonly commits: readonly CommitItem[];
  /** From what was read to what is; absent where the log does not reach back that far. */
  readonly differences?: readonly Difference[];
}

export interface CommitItem {
  readonly revision: number;
  readonly at: string;
  readonly actor: string;
  /** What it is called now; null: it was erased, or never had a name. */
  readonly actor_name: string | null;
  readonly reason: string;
}

// ---------------------------------------------------------------------------------------------- changes

/** Query of every PUT, PATCH and DELETE, of the rollback, of an undo and of moving an occurrence. */
export interface ChangeQuery {
  /**
   * `reviewed` of a dry run: what would now be done must be what was looked at, else 412 `stale`, whatever If-Match says.
   */
  readonly reviewed?: string;
  /** Stores the change as a proposal (202, ProposedChange) and makes it not; an id: in place of that proposal's. */
  readonly propose?: true | string;
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

/** Of the answer to whatever changes what apps are told. */
export interface Visible {
  /**
   * The change is made, and for a few seconds more a process of the server that does not keep up may answer apps without it. Absent
   * where all of them had it before this answer.
   */
  readonly visible?: "local";
}

/** Answer to every PUT, PATCH and DELETE, to the rollback and to an undo. */
export interface ChangeAnswer extends Visible {
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
  /** Whether the project asks for a reason, and an edit without one is `invalid`. */
  readonly reason_required: boolean;
  /** Only of a dry run, like `effects`: for `?reviewed=`. */
  readonly reviewed?: string;
  readonly effects?: Effects;
  /** Only of a dry run that makes or changes windows: the next six of each, at most 20 windows, as they would be. */
  readonly schedule?: readonly ListedOccurrence[];
  /** Only of a rollback: what it does not touch. */
  readonly left_alone?: readonly LeftAlone[];
  /** Only of `PUT …/manifest`: what was changed another way since the last apply and would be, or was, undone. */
  readonly drift?: readonly Drift[];
}

/** What apps would be told before and after, of what changes: as the code that answers them has it. */
export interface Effects {
  /** Of each platform at most 200, the shortest first: those that a policy names, and one for every span that it decides alike. */
  readonly versions: readonly VersionEffect[];
  /** Of each platform, one version for all that are decided alike. */
  readonly texts: readonly TextEffect[];
  readonly maintenance: readonly MaintenanceEffect[];
  /** There is more than is said here. */
  readonly more: boolean;
}

export interface VersionEffect {
  readonly platform: string;
  readonly version: string;
  /** Null: there is no such platform. */
  readonly before: VersionDecision | null;
  readonly after: VersionDecision | null;
}

export interface VersionDecision {
  readonly forced: boolean;
  readonly rule: "exempt" | "blocked" | "below_minimum" | "below_recommended" | "current" | "no_policy";
}

export interface TextEffect {
  readonly platform: string;
  readonly version: string;
  readonly before: ShownText | null;
  readonly after: ShownText | null;
}

/** In the project's first language. */
export interface ShownText {
  readonly message: string;
  readonly android_source: string;
  readonly apple_source: string;
}

/** One of `platform` (what /config says there) and `instance` is set. What is in force, or else what comes next. */
export interface MaintenanceEffect {
  readonly platform: string | null;
  readonly instance: string | null;
  readonly before: ToldInterruption | null;
  readonly after: ToldInterruption | null;
}

export interface ToldInterruption {
  readonly state: "in_force" | "upcoming";
  readonly start: string;
  readonly end: string;
}

/** Names: at most 20. */
export interface LeftAlone {
  readonly kind: "read_key" | "feed_token" | "access_token" | "grant" | "override" | "window" | "protection" | "proposal";
  readonly count: number;
  readonly names: readonly string[];
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

// ---------------------------------------------------------------------------------------------- lists

/** Query of every list: of its order, a page. */
export interface PageQuery {
  /** How many at most, 1 to 1000; 100 unless said. */
  readonly limit?: number;
  /** `next` of the page before. */
  readonly after?: string;
}

export interface Page {
  /** For `after`, where there are more; else null. What is in it is the server's affair. */
  readonly next: string | null;
}

/** Of keys and tokens. */
export interface CredentialListQuery extends PageQuery {
  readonly state?: CredentialState;
  /** Only those with this text in their name. */
  readonly query?: string;
}

// ---------------------------------------------------------------------------------------------- projects and their parts

/** Bodies of PUT, what a PATCH (RFC 7396) is applied to, and entries of a manifest: as the rules declare them. */
export type {
  InstanceForm,
  LocalizedText,
  ManifestForm as Manifest,
  PolicyForm,
  ProjectForm,
  ProtectionForm,
  StoreLinksForm as StoreLinks,
  WindowForm,
};

/** One entry of `GET /admin/v1/projects`. */
export interface ProjectListItem {
  readonly id: string;
  readonly name: string;
  /** Of the last commit that touched anything of the project. */
  readonly revision: number;
  /** Of the project and of its manifest. */
  readonly etag: string;
}

/** `GET /admin/v1/projects?limit=&after=&query=`, in order of id. */
export interface ProjectList extends Page {
  readonly projects: readonly ProjectListItem[];
}

export interface ProjectListQuery extends PageQuery {
  /** Only those with this text in their id or name. */
  readonly query?: string;
}

/** `GET /admin/v1/projects/{project}`. Its ETag is of the project as a whole. What is only read may be sent back and is ignored. */
export interface Project extends ProjectForm {
  readonly id: string;
  readonly revision: number;
}

/** `GET …/policies/{platform}`; in the list too. */
export interface Policy extends PolicyForm {
  readonly id: string;
  readonly revision: number;
  readonly etag: string;
}

/** `GET …/policies`: the platforms that the project declares. */
export interface PolicyList extends Page {
  readonly policies: readonly Policy[];
}

/** `GET …/windows/{window}`; in the list too. */
export interface MaintenanceWindow extends WindowForm {
  readonly id: string;
  /** A manifest owns only its own. A new one made here is `api`. */
  readonly origin: "manifest" | "api" | "hand";
  readonly revision: number;
  readonly etag: string;
}

/** `GET …/windows`, in order of id. */
export interface WindowList extends Page {
  readonly windows: readonly MaintenanceWindow[];
}

export interface WindowListQuery extends PageQuery {
  readonly origin?: MaintenanceWindow["origin"];
  /** Only what covers it: a window on platforms covers no instance, and one on instances no platform. */
  readonly instance?: string;
  readonly platform?: string;
  /** `upcoming`: nothing of it is in force, and something is to come; `over`: nothing is. */
  readonly state?: "in_force" | "upcoming" | "over";
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

/** `GET …/instances`, in order of id. */
export interface InstanceList extends Page {
  readonly instances: readonly Instance[];
}

export interface InstanceListQuery extends PageQuery {
  /** Only those with this text in their id or name. */
  readonly query?: string;
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
export interface MaintenanceAnswer extends OccurrenceTimes, Visible {
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

/** `GET …/maintenance?from=&until=&window=&limit=&after=`: instants in RFC 3339 with an offset. */
export interface MaintenanceListQuery extends PageQuery {
  /** 1 to 5000; 100 unless said. */
  readonly limit?: number;
  /** Default: now, so that it begins with those in force. */
  readonly from?: string;
  /** Default: 92 days after `from`; at most 366. */
  readonly until?: string;
  /** Only of that window. */
  readonly window?: string;
  /** Also those that were planned for the time between and moved out of it. */
  readonly planned?: boolean;
  /** False: none are looked for. In a project of thousands of windows that takes most of the time. */
  readonly warnings?: boolean;
}

/** In order of start; cancelled ones too. */
export interface MaintenanceList extends Page {
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
export interface ReadKeyList extends Page {
  readonly keys: readonly ListedReadKey[];
}

export interface ListedReadKey extends ReadKey {
  /** When it last let somebody in, to about a minute; null: never. */
  readonly last_used_at: string | null;
  /** That it let in, in this hour and the 23 before it. */
  readonly requests_24h: number;
  /** With it that were answered 401 or 403, in the same hours. */
  readonly refused_24h: number;
}

/**
 * `GET …/usage`: who asks with which key. Counted in memory and kept in the store, so a crash loses up to a minute of it. No address
 * and no text of a key is in it. `?key=` leaves only what is about that one.
 */
export interface ProjectUsage {
  /** When the first of the 24 hours of every `hours` begins; the last is the present one. */
  readonly from: string;
  /** Of keys that let somebody in within these hours, the most used first. */
  readonly keys: readonly KeyUsage[];
  readonly refused: readonly KeyRefusals[];
}

export interface KeyUsage {
  /** Its id. */
  readonly key: string;
  readonly requests: number;
  /** Oldest first. */
  readonly hours: readonly number[];
  /** The most frequent 20 at most. */
  readonly versions: readonly VersionUsage[];
  /** Of `requests`, those of other versions, and those that say nothing of one: `/maintenance` does not. */
  readonly other_requests: number;
}

export interface VersionUsage {
  readonly platform: string;
  /** As the app writes it. */
  readonly version: string;
  readonly requests: number;
}

export interface Refusals<Reason extends string = string> {
  readonly reason: Reason;
  readonly requests: number;
  /** Oldest first. */
  readonly hours: readonly number[];
}

/** `not_allowed`: 403, the key's scope leaves out what was asked. The others: 401. */
export interface KeyRefusals extends Refusals<"expired" | "revoked" | "not_allowed"> {
  /** Its id. */
  readonly key: string;
}

/**
 * `GET /admin/v1/usage`: requests that were answered 401 and belong to no project. `malformed`: no key of anybody's by its form, or
 * mistyped; `unknown`: it could be a key, and is none of this installation.
 */
export interface InstallationUsage {
  readonly from: string;
  readonly refused: readonly Refusals<"missing" | "malformed" | "unknown">[];
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

/** A key and its project. */
export interface ReadKeyAddress {
  readonly project: string;
  /** Id of the key. */
  readonly key: string;
}

/** Member `in_use` of the problem `key_in_use`, for administrators. */
export interface ReadKeyInUse extends ReadKeyAddress {
  /** `deleted`: its project was. */
  readonly state: CredentialState | "deleted";
}

/** Body of `POST /keys/move`; omitted members stay unchanged. */
export interface ReadKeyMove extends ReadKeyAddress, Partial<ReadKeyFields> {
  /** The target project. */
  readonly to: string;
}

/** Body of `POST …/keys/{id}/rotate`; may be left out. */
export interface ReadKeyRotation {
  /** How long the old key goes on, `P30D` unless said; `PT0S`: it ends at once. At most `P366D`. */
  readonly overlap?: string;
  /** The old one's unless said. */
  readonly name?: string;
}

/** Answer to an import (201). */
export interface ReadKeyAnswer extends ReadKey, Visible {
  readonly revision: number;
}

/** Answer (200) to releasing a key. */
export interface ReleasedReadKey extends ReadKeyAddress, Visible {
  readonly revision: number;
}

/** Answer (200) to moving a key. */
export interface MovedReadKey extends ReadKeyAnswer {
  /** The target project. */
  readonly project: string;
  readonly moved_from: ReadKeyAddress;
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

// ---------------------------------------------------------------------------------------------- protection and proposals

/** `GET` and `PUT …/protection`; both are false where nobody ever said anything. */
export interface Protection extends ProtectionForm {
  readonly revision: number;
  readonly etag: string;
}

export type ProposalState = "open" | "approved" | "published" | "rejected" | "withdrawn";

export interface Doer {
  readonly actor: string;
  /** Id of the person whom the actor counts as. */
  readonly person: string | null;
}

/** One resource that a proposal touches. */
export interface ProposedEdit {
  readonly kind: "project" | "platform" | "instance" | "window" | "override" | "manifest" | "protection";
  readonly id: string;
  /** Whether it goes. */
  readonly deletes: boolean;
}

export interface Approval extends Doer {
  readonly at: string;
  /** Hash of the reviewed change. */
  readonly hash: string;
}

export interface Proposal extends Visible {
  readonly id: string;
  readonly state: ProposalState;
  /** Of everything that is proposed: what an approval is of. */
  readonly hash: string;
  readonly author: Doer;
  /** Whoever approves, rejects or publishes it needs this role, as its author did. */
  readonly role: Role;
  readonly reason: string;
  readonly override: readonly Guard[];
  readonly edits: readonly ProposedEdit[];
  readonly created_at: string;
  /** The last approval, if the proposal is approved. */
  readonly approval: Approval | null;
  /** Approvals of the present version of the proposal, one for each person, oldest first. */
  readonly approvals: readonly Approval[];
  /**
   * Number of people required to approve it. 2: its author is a token without a person behind it; one owner's approval is enough,
   * too.
   */
  readonly approvals_required: 1 | 2;
  /** Null while it is open or approved. */
  readonly closed: (Doer & { readonly at: string; readonly reason: string }) | null;
  readonly revision: number;
}

/** Answer (202) to an edit with `?propose=`. */
export interface ProposedChange {
  readonly proposal: Proposal;
  readonly hash: string;
  readonly plan: ChangeAnswer;
}

/** What actors and persons are called now, by their ids; who is not there was erased, or never had a name. */
export type ActorNames = Readonly<Record<string, string>>;

/** `GET …/proposals/{proposal}` */
export interface ProposalDetail extends Proposal {
  readonly names: ActorNames;
  /** As of now; null of one that is closed. */
  readonly plan: ChangeAnswer | null;
  /** What it touches and is no longer what its author saw: then it does not publish, and is proposed anew. */
  readonly moved_on: readonly { readonly kind: string; readonly id: string; readonly revision: number | null }[];
}

/** `GET …/proposals?state=&limit=&after=`, in order of id. */
export interface ProposalList extends Page {
  readonly proposals: readonly Proposal[];
  readonly names: ActorNames;
}

export interface ProposalListQuery extends PageQuery {
  readonly state?: ProposalState;
}

/** Body of `POST …/proposals/{proposal}/approve` and `…/publish`: the hash of what was looked at. */
export interface ProposalHash {
  readonly hash: string;
}

/** Body of `POST …/proposals/{proposal}/reject`. */
export interface ProposalRejection {
  readonly reason: string;
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
export interface FeedTokenList extends Page {
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

// ---------------------------------------------------------------------------------------------- edges

/** Opens what an edge follows, and nothing else. */
export interface EdgeToken {
  readonly id: string;
  readonly name: string;
  readonly state: CredentialState;
  readonly last4: string;
  /** Null: all, and those that are made later. */
  readonly projects: readonly string[] | null;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

/** `GET /admin/v1/edge-tokens`, oldest first. */
export interface EdgeTokenList extends Page {
  readonly edge_tokens: readonly EdgeToken[];
}

/** Body of `POST /admin/v1/edge-tokens`. */
export interface EdgeTokenRequest {
  readonly name: string;
  /** Only these; null: all. */
  readonly projects?: readonly string[] | null;
  readonly expires_at?: string | null;
}

/** Answer to creating (201). */
export interface CreatedEdgeToken extends EdgeToken {
  readonly revision: number;
  /** The text itself: shown here, and never again. */
  readonly token: string;
}

/** Answer to `POST /admin/v1/edge-tokens/{id}/revoke` (200), which may be sent twice. */
export interface RevokedEdgeToken extends EdgeToken {
  readonly revision: number;
  readonly changed: boolean;
}

/** One that follows this server, or has within the last day: as it says itself. */
export interface Edge {
  readonly id: string;
  readonly token: string;
  readonly token_name: string;
  readonly host: string;
  readonly address: string;
  /** Null: it does not follow now. */
  readonly connected_since: string | null;
  readonly seen_at: string;
  /** What it answers from; null: nothing yet. */
  readonly epoch: string | null;
  readonly revision: number | null;
  /** Revisions that it has not; null: it answers from nothing, or from another epoch. */
  readonly behind: number | null;
  /** Why it does not take in what it is told. */
  readonly problem: string | null;
  readonly version: string;
  readonly tzdata: string;
  /** Edges that follow it. */
  readonly followers: number;
  /**
   * How often since its start its rows differed from its origin's, so that it loaded everything again; null: an older edge.
   * Absent: an older server.
   */
  readonly differences?: number | null;
}

/** `GET /admin/v1/edges`, in order of token and host. */
export interface EdgeList extends Page {
  /** Where this server stands. */
  readonly epoch: string;
  readonly revision: number;
  readonly edges: readonly Edge[];
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
export interface AccessTokenList extends Page {
  readonly tokens: readonly ListedAccessToken[];
}

export interface ListedAccessToken extends AccessToken {
  /** What `made_by` is called now; null: it was erased, or there is none. */
  readonly made_by_name: string | null;
  /** To about a minute; null: never. */
  readonly last_used_at: string | null;
}

/** Body of `POST /admin/v1/tokens`. */
export interface AccessTokenRequest {
  readonly name: string;
  readonly expires_at?: string | null;
}

/** Body of `POST …/tokens` of a project. */
export interface ProjectTokenRequest extends AccessTokenRequest {
  readonly role: Role;
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

// ---------------------------------------------------------------------------------------------- members and administrators

/** Somebody to whom something was granted. Name and login are null where there is no such person any more. */
export interface Grantee {
  /** Id. */
  readonly person: string;
  readonly name: string | null;
  readonly login: string | null;
  /** True: disabled or erased; the grant opens nothing. */
  readonly disabled: boolean;
  readonly revision: number;
  readonly etag: string;
}

export interface Member extends Grantee {
  readonly role: Role;
}

/** `GET …/members`, in order of the people's ids. Administrators of the server need no role. */
export interface MemberList extends Page {
  readonly members: readonly Member[];
}

/** Body of `PUT …/members/{person}`. */
export interface MemberRequest {
  readonly role: Role;
}

/** Body of `POST …/members/lookup`. */
export interface MemberLookup {
  readonly login: string;
}

/** Answer to `POST …/members/lookup`. */
export interface FoundPerson {
  readonly id: string;
  readonly name: string;
}

/** `GET /admin/v1/administrators`, in order of the people's ids. */
export interface AdministratorList extends Page {
  readonly administrators: readonly Grantee[];
}

// ---------------------------------------------------------------------------------------------- history, rollback, simulation, status

/**
 * `GET …/history` of a project, also of one that was deleted, and `GET /admin/v1/history` of the installation: newest first, at
 * most 200, 50 unless said.
 */
export interface History {
  readonly commits: readonly Commit[];
  /** For `before`, where there may be more; else null. */
  readonly next: number | null;
  /** What commits up to this revision changed is not kept any more, only that they were; null: everything is. */
  readonly compacted: number | null;
}

export interface HistoryQuery {
  /** Only older revisions. */
  readonly before?: number;
  /** Only newer revisions; or, as RFC 3339 with an offset, what was committed then or later. */
  readonly since?: number | string;
  /** Only commits that changed such a thing, and of them only that. */
  readonly kind?: CommittedChange["kind"];
  /** Only that one; goes with `kind`. */
  readonly id?: string;
  readonly actor?: string;
  readonly limit?: number;
}

export interface Commit {
  readonly revision: number;
  readonly at: string;
  /** Id of a person (`u_…`) or a token (`t_…`); `environment`, `system`. */
  readonly actor: string;
  /** What it is called now; null: it was erased, or never had a name. */
  readonly actor_name: string | null;
  readonly reason: string;
  /** Guards that were passed. */
  readonly overridden: readonly Guard[];
  readonly changes: readonly CommittedChange[];
}

/** One resource. `before` and `after` are in the form in which it is read (manifest form where it has one); null: not there. */
export interface CommittedChange {
  readonly kind:
    | "project"
    | "platform"
    | "instance"
    | "window"
    | "override"
    | "protection"
    | "proposal"
    | "read_key"
    | "feed_token"
    | "access_token"
    | "edge_token"
    | "grant";
  /** "" of the project itself, and of its protection. Of a grant, the person's. */
  readonly id: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  /** Between the two, leaf by leaf. */
  readonly differences: readonly Difference[];
}

/** Body of `POST …/rollback`, answered with a ChangeAnswer. A deleted project comes back by it, without its keys. */
export interface RollbackRequest {
  /** A revision at which the project existed. */
  readonly to: number;
}

/** Body of `POST …/undo`, answered with a ChangeAnswer; its dry run warns where later revisions changed the same resource. */
export interface UndoRequest {
  /** A revision that changed the project's configuration. */
  readonly revision: number;
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

/** `GET /admin/v1/sign-in`, which needs no token. */
export interface SignInOptions {
  readonly offered: boolean;
  /** Why nobody can sign in at this address; null: they can. */
  readonly reason: string | null;
  readonly password: true;
  /** Single sign-on; null: there is none. */
  readonly provider: { readonly name: string } | null;
}

/** Body of `POST /admin/v1/sign-in/provider`. */
export interface ProviderSignInRequest {
  /** What stands behind `#link=` of a one-time link that is to be redeemed for whoever it turns out to be. */
  readonly link?: string;
}

/** Its answer. */
export interface ProviderSignIn {
  /** Where the browser goes. */
  readonly url: string;
}

/** Body of `POST /admin/v1/session`, answered with a WhoAmI and the cookie of the session. */
export interface SignInRequest {
  readonly login: string;
  readonly password: string;
}

/** Answer to `POST /admin/v1/account-links/inspect`. */
export interface InspectedAccountLink {
  /** To make the first account; to come in for the first time; to set another password. */
  readonly kind: "first" | "invitation" | "password";
  /** Whose it is; null: login and name are chosen with it. */
  readonly login: string | null;
}

/** Body of `POST /admin/v1/account-links/redeem`, answered as a sign-in is. */
export interface AccountLinkRedemption {
  /** What stands behind `#link=`. */
  readonly link: string;
  /** Where the link has none; so has the name. */
  readonly login?: string;
  readonly name?: string;
  readonly password: string;
}

export interface HeldRole {
  readonly project: string;
  readonly role: "viewer" | "operator" | "editor" | "owner";
}

/** `GET /admin/v1/session` */
export interface WhoAmI {
  /** What history keeps. */
  readonly actor: string;
  /** Who signed in, or whom the token counts as. */
  readonly person: { readonly id: string; readonly login: string; readonly name: string } | null;
  /** Owns every project; then none is listed. */
  readonly administrator: boolean;
  readonly roles: readonly HeldRole[];
  /** Null: a token asks. */
  readonly session: { readonly created_at: string; readonly expires_at: string } | null;
}

/** `GET /admin/v1/server-proof` */
export interface ServerProof {
  /** base64url: the HMAC-SHA-256 of the challenge under the key of the server's record. */
  readonly proof: string;
}

/** `GET /admin/v1/sessions`: one's own, last seen first. */
export interface SessionList {
  readonly sessions: readonly Session[];
}

export interface Session {
  /** Id to end this session by; it gives no access. */
  readonly id: string;
  readonly created_at: string;
  /** To within five minutes. */
  readonly seen_at: string;
  readonly expires_at: string;
  /** Whether it is the one that asks. */
  readonly current: boolean;
}

/** Answer to signing out everywhere, and to a change of one's own password: then of the other sessions. */
export interface EndedSessions {
  readonly ended: number;
}

/** Body of `POST /admin/v1/session/password`. */
export interface PasswordChange {
  readonly current: string;
  readonly password: string;
}

/** `GET /admin/v1/people?limit=&after=&query=`, in order of login. */
export interface PersonList extends Page {
  readonly people: readonly ListedPerson[];
}

export interface PersonListQuery extends PageQuery {
  /** Only those with this text in their login or name. */
  readonly query?: string;
}

export interface Person {
  /** `u_…` */
  readonly id: string;
  readonly login: string;
  readonly name: string;
  readonly administrator: boolean;
  readonly created_at: string;
  /** Null: may come in. */
  readonly disabled_at: string | null;
}

export interface ListedPerson extends Person {
  readonly roles: readonly HeldRole[];
  /** Without a password and an identity they were invited, and have not come in yet. */
  readonly has_password: boolean;
  /** They sign in with the provider. */
  readonly has_identity: boolean;
  /** How many are open. */
  readonly sessions: number;
  /** To within five minutes; null: they are signed in nowhere. */
  readonly seen_at: string | null;
}

/** `GET /admin/v1/people/{person}` */
export interface PersonDetail extends ListedPerson {
  /** Accounts at the provider with which they sign in. */
  readonly identities: readonly { readonly issuer: string; readonly subject: string }[];
  /** Active access tokens that the person created, at most 200. */
  readonly made_tokens: readonly MadeToken[];
  /** Number of those tokens. */
  readonly made_token_count: number;
}

export interface MadeToken {
  /** Null: a token of the installation. */
  readonly project: string | null;
  readonly id: string;
  readonly name: string;
}

/** Optional body of `POST /people/{person}/disable` and `…/erase`. */
export interface Departure {
  /** Revokes the access tokens that the person created. */
  readonly revoke_tokens?: boolean;
}

/** Number of access tokens revoked in a project; null: of the installation. */
export interface RevokedTokens {
  readonly project: string | null;
  readonly count: number;
}

export interface DisabledPerson extends Person {
  /** With `revoke_tokens`. */
  readonly revoked_tokens?: readonly RevokedTokens[];
}

/** Body of `POST /admin/v1/people`. */
export interface PersonRequest {
  readonly login: string;
  readonly name: string;
}

/** By which somebody sets a password, once. */
export interface AccountLink {
  /** Shown here, and never again. */
  readonly url: string;
  readonly expires_at: string;
}

export interface InvitedPerson extends Person {
  readonly link: AccountLink;
}

export interface ErasedPerson {
  readonly id: string;
  /** With `revoke_tokens`. */
  readonly revoked_tokens?: readonly RevokedTokens[];
}

/** Answer to `POST /admin/v1/compact?dry_run=`: what was superseded before the retention went, or would. */
export interface Compaction {
  readonly dry_run: boolean;
  /** History is whole after this revision; null: it always was. */
  readonly compacted: number | null;
  /** Superseded values. */
  readonly changes: number;
  /** Of their texts. */
  readonly bytes: number;
  /** Bytes that the disk has back; null: none, or the space stays with the store, which fills it again. */
  readonly freed: number | null;
  /** There was no time for all of it: asked again, it goes on. */
  readonly more: boolean;
}

/** `GET /admin/v1/status` */
export interface Status {
  /** Of the program. */
  readonly version: string;
  /** Of what this process answers from; null, both: nothing was loaded yet. */
  readonly epoch: string | null;
  readonly revision: number | null;
  /** `memory`, `sqlite` … */
  readonly store: string;
  /** Where apps ask, without a path, as the program itself listens; behind a proxy they ask elsewhere. */
  readonly read_urls: { readonly config: string; readonly maintenance: string };
  readonly runtime: {
    /** Of Node. */
    readonly node: string;
    /** Of the time zones, such as `2026a`. */
    readonly tzdata: string;
  };
  readonly started_at: string;
  readonly listeners: readonly {
    readonly url: string;
    readonly serves: readonly ("config" | "maintenance" | "health" | "admin" | "edge")[];
  }[];
  readonly sources: readonly SourceStatus[];
  /** Processes that answer reads, and those of them that keep up; null: this one does by itself. */
  readonly read_processes: { readonly wanted: number; readonly ready: number } | null;
  /** That follow this process now. */
  readonly edges: number;
  /** Check of this process's clock, on which only the daily cleanup depends; null at an edge, absent from servers of before. */
  readonly clock?: { readonly checked_at: string | null; readonly problem: string | null } | null;
}

/** What a process has its catalog from. */
export interface SourceStatus {
  readonly name: string;
  readonly kind: "sqlite" | "postgresql" | "edge" | "memory";
  /** `interrupted`: it is lost, so changes fail or do not arrive; reads are answered from memory. */
  readonly state: "starting" | "following" | "interrupted";
  /** When it entered that state. */
  readonly since: string;
  readonly epoch: string | null;
  readonly revision: number | null;
  /** When what is here was last known to be all there is; null: never. */
  readonly checked_at: string | null;
  /** Seconds since then. */
  readonly age: number | null;
  readonly problem: string | null;
  /** The last loss of commits that this process noticed since its start; null: none. Absent: an older server. */
  readonly lost?: LostCommits | null;
  /** Omitted unless the reader is an administrator. Absent: an older server. */
  readonly damaged?: readonly DamagedProject[];
}

/** A project with damaged values in the store: its changes are refused, and its reads too unless a sound copy is there. */
export interface DamagedProject {
  /** "" is the installation. */
  readonly project: string;
  /** A sentence, with what to do. */
  readonly what: string;
}

/** The database went back, after a failover or to a backup. The node that reports it keeps the lost state as manifests. */
export interface LostCommits {
  readonly at: string;
  /** Epoch of the lost commits. */
  readonly epoch: string;
  /** The last revision that is not lost; null: older than any that this node remembers. */
  readonly after: number | null;
  readonly through: number;
  /** Paths on the node; omitted unless the reader is an administrator. */
  readonly manifests: readonly string[];
}

// ---------------------------------------------------------------------------------------------- events

/**
 * `data` of a `commit` of `GET …/events`, one for each commit, in order. Names alone: what is of interest is read again. The id of
 * the event is `<epoch>.<revision>`.
 */
export interface CommitEvent {
  readonly revision: number;
  readonly at: string;
  readonly actor: string;
  readonly actor_name: string | null;
  readonly reason: string;
  /** At most 500. */
  readonly changes: readonly {
    /** Only of `GET /admin/v1/events`; "" is the installation, of which administrators hear. */
    readonly project?: string;
    readonly kind: CommittedChange["kind"];
    readonly id: string;
  }[];
  /** There are more changes than are named. */
  readonly more?: true;
}

/** `data` of `ready`, the first event, and of `resync`, which stands in its place where something was missed. */
export interface PositionEvent {
  /** Where the log stands, or stood: what comes after it will be told. */
  readonly revision: number;
}
