import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ListedReadKey } from "drawbridge-rules/wire/read-key.ts";
import { credentialColumns, credentialList, credentialSearch, newestFirst } from "../credentials/credential-columns.tsx";
import { credentialTexts } from "../credentials/credential-texts.ts";
import { Mark, Quiet, TwoLines, WhenText } from "../elements/cells.tsx";
import { CollectionSection } from "../elements/collection-screen.tsx";
import type { Column } from "../elements/data-table.tsx";
import { Screen } from "../elements/screen.tsx";
import { ScreenTabs } from "../elements/screen-tabs.tsx";
import { Instances } from "../instances/instances.tsx";
import { formatNumber } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { RefusedAnywhereNotice, RefusedNotice } from "../usage/refused-notice.tsx";
import { usageTexts } from "../usage/usage-texts.ts";
import { connectRoute } from "./connect-route.ts";
import { ConnectSteps } from "./connect-steps.tsx";
import { connectTexts } from "./connect-texts.ts";
import { ReadKeyDetails, ReadKeyScope } from "./read-key-details.tsx";
import { NewReadKey } from "./read-key-form.tsx";
import { readKeyListQuery, requiredRole } from "./read-key-list.ts";
import { readKeyTexts as texts } from "./read-key-texts.ts";

export function ConnectScreen() {
  const { project } = connectRoute.useParams();
  const { tab = "steps" } = connectRoute.useSearch();
  return (
    <Screen title={sharedTexts.screens.connect} project={project}>
      <ScreenTabs label={sharedTexts.screens.connect} tabs={connectTexts.tabs} tab={tab}>
        {tab === "steps" && <ConnectSteps key={project} project={project} />}
        {tab === "keys" && <ReadKeys project={project} />}
        {tab === "instances" && <Instances project={project} />}
      </ScreenTabs>
    </Screen>
  );
}

const columns: readonly Column<ShownKey>[] = [
  credentialColumns.state,
  { key: "use", title: texts.columns.use, render: ({ last_used_at: at }) => <WhenText at={at} never={credentialTexts.never} /> },
  { key: "requests", title: texts.columns.requests, render: (key) => <Requests value={key} /> },
  { key: "scope", title: texts.columns.scope, render: (key) => <ReadKeyScope value={key} /> },
  credentialColumns.expiry,
  credentialColumns.last,
];

/** A key, with the age that tells it from its predecessor of the same name. */
type ShownKey = ListedReadKey & { readonly age: "old" | "new" | null };

function withAges(keys: readonly ListedReadKey[]): readonly ShownKey[] {
  const successors = new Set(keys.map(({ replaced_by }) => replaced_by));
  const ageOf = ({ id, replaced_by }: ListedReadKey) => (replaced_by !== null ? "old" : successors.has(id) ? "new" : null);
  return newestFirst(keys).map((key) => ({ ...key, age: ageOf(key) }));
}

/** Keys of a project: a tab of its Connect screen. */
function ReadKeys({ project }: { readonly project: string }) {
  return (
    <Stack gap="md">
      <RefusedNotice project={project} />
      <CollectionSection
        {...credentialList}
        {...credentialSearch}
        project={project}
        role={requiredRole}
        title={texts.title}
        texts={texts}
        items={useQuery({ ...readKeyListQuery(project), select: withAges })}
        columns={columns}
        marks={(key) => <Marks value={key} />}
        form={(close) => <NewReadKey project={project} onClose={close} />}
        details={(key, _, close) => key && <ReadKeyDetails project={project} value={key} onClose={close} />}
      />
      <RefusedAnywhereNotice />
    </Stack>
  );
}

function Requests({ value: { requests_24h: requests, refused_24h: refused } }: { readonly value: ListedReadKey }) {
  return (
    <TwoLines more={refused > 0 ? usageTexts.refused(refused) : ""}>
      {requests === 0 ? <Quiet>{formatNumber(requests)}</Quiet> : formatNumber(requests)}
    </TwoLines>
  );
}

function Marks({ value: { rehearsal, imported, age } }: { readonly value: ShownKey }) {
  return (
    <>
      {rehearsal && <Mark color="planned">{texts.rehearses}</Mark>}
      {imported && <Mark color="gray">{texts.imported}</Mark>}
      {age && <Mark color="gray">{texts.ages[age]}</Mark>}
    </>
  );
}
