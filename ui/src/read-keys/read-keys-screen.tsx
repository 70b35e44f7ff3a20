import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ListedReadKey } from "drawbridge-rules/wire/read-key.ts";
import { credentialColumns, credentialList } from "../credentials/credential-columns.tsx";
import { Mark } from "../elements/cells.tsx";
import { type AddressNames, useCollectionAddress } from "../elements/collection-list.tsx";
import { CollectionScreen } from "../elements/collection-screen.tsx";
import type { Column } from "../elements/data-table.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";
import { KeyUseText } from "../usage/key-advice-alert.tsx";
import { RefusedAnywhereNotice, RefusedNotice } from "../usage/refused-notice.tsx";
import { ReadKeyDetails, ReadKeyScope } from "./read-key-details.tsx";
import { NewReadKey } from "./read-key-form.tsx";
import { readKeyListQuery, requiredRole } from "./read-key-list.ts";
import { readKeyTexts as texts } from "./read-key-texts.ts";
import { readKeysRoute } from "./read-keys-route.ts";

const address: AddressNames = { create: "add", kind: "create" };

const columns: readonly Column<ListedReadKey>[] = [
  credentialColumns.state,
  { key: "use", title: texts.columns.use, render: (key) => <KeyUseText value={key} /> },
  { key: "scope", title: texts.columns.scope, render: (key) => <ReadKeyScope value={key} /> },
  credentialColumns.expiry,
  credentialColumns.last,
];

export function ReadKeysScreen() {
  const { project } = readKeysRoute.useParams();
  return (
    <CollectionScreen
      {...credentialList}
      project={project}
      role={requiredRole}
      title={sharedTexts.screens.keys}
      texts={texts}
      items={useQuery(readKeyListQuery(project))}
      columns={columns}
      marks={(key) => <Marks value={key} />}
      address={address}
      moreActions={<ImportButton />}
      formTitle={(kind) => (kind === "import" ? texts.import : texts.create)}
      form={(close, kind) => <NewReadKey project={project} isImport={kind === "import"} onClose={close} />}
      details={(key, _, close) => key && <ReadKeyDetails project={project} value={key} onClose={close} />}
      before={<RefusedNotice project={project} />}
    >
      <RefusedAnywhereNotice />
    </CollectionScreen>
  );
}

function ImportButton() {
  const { startCreating } = useCollectionAddress(address);
  return (
    <Button variant="default" onClick={() => startCreating("import")}>
      {texts.import}
    </Button>
  );
}

function Marks({ value: { rehearsal, imported, replaced_by: successor } }: { readonly value: ListedReadKey }) {
  return (
    <>
      {rehearsal && <Mark color="planned">{texts.rehearses}</Mark>}
      {imported && <Mark color="gray">{texts.imported}</Mark>}
      {successor !== null && <Mark color="gray">{texts.old}</Mark>}
    </>
  );
}
