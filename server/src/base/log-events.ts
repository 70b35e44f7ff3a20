/** Events of the log: the stable `event` of each line, with its meaning in the documents. */
export const logEvents = {
  "admin.failed": "A request of the admin API failed unexpectedly; the answer has the same `request`",
  "admin.request": "A request of the admin API was answered",
  "cleanup.failed": "The daily cleanup failed, and is retried in an hour",
  "cleanup.project_failed": "The cleanup of one project failed, and is retried tomorrow",
  "clock.confirmed": "The clock is confirmed again, so that ended windows are deleted",
  "clock.right": "The clock is right again",
  "clock.unconfirmed": "The clock is not confirmed for the daily cleanup",
  "clock.wrong": "The clock is off by more than 5 s",
  "commit.applied": "A change was committed",
  "commits.lost": "The database went back, and commits are lost",
  "commits.unreported": "The loss of commits could not be determined or reported",
  "connections.accepted": "Connections are accepted again",
  "connections.closed": "No file descriptor is free, so new connections are closed unanswered",
  "manifest.save_failed": "The manifest of a project before a loss could not be saved",
  "objects.back": "The object store can be used again",
  "objects.loaded": "Reads are answered from rows of the object store",
  "objects.lost": "The object store cannot be used",
  "objects.restored": "An empty data directory was restored from the object store",
  "objects.restoring": "An empty data directory is being restored",
  "objects.superseded": "Another store took over the object store from this one",
  "opening.ended": "An opening by hand has ended",
  "opening.started": "A project was opened by hand",
  "opening.unprepared": "`drawbridge open` would not work on a full disk",
  "opening.unrecorded": "An opening by hand is not in the history yet",
  "origin.back": "The edge follows its origin again",
  "origin.followed": "The edge follows its origin",
  "origin.lost": "The edge has lost its origin",
  "person.invited": "A person was invited into a project",
  "record.write_failed": "Commands on this machine cannot find the server, and need `--url`",
  "replica.back": "The replica on disk is current again",
  "replica.lost": "The replica on disk cannot be used",
  "request.failed": "A request failed unexpectedly",
  "request.refused": "The listener refused a request",
  "server.message": "A line for the person who started the server",
  "server.warning": "A setting or the runtime needs attention",
  "sign_in.failed": "A sign-in with the identity provider failed",
  "sign_in.refused": "A sign-in with the identity provider was refused",
  "sign_in.unavailable": "The identity provider has another issuer",
  "start.incomplete": "The start could not finish its writes; reads are answered",
  "start.retried": "A step of the start failed, and is retried",
  "store.back": "The store is back",
  "store.epoch_renewed": "The store has lost commits, and has a new epoch",
  "store.host": "The store uses this one of its hosts; an `error` if a replaced primary still accepts changes",
  "store.lost": "The connection to the store is lost",
  "store.rows_rebuilt": "Rows differed from the log and were rebuilt",
  "token_use.write_failed": "The last uses of access tokens could not be written",
  "usage.refused": "The origin refused the edge's counts",
  "usage.write_failed": "The usage of read keys could not be written",
} as const;

export type LogEvent = keyof typeof logEvents;

/** Members of a line. */
export interface LogFields {
  readonly event: LogEvent;
  readonly [name: string]: unknown;
}
