import { Alert, Button, Text } from "@mantine/core";
import { Icon } from "../elements/icon.tsx";
import { Screen } from "../elements/screen.tsx";
import { useSession } from "../session/session.ts";
import { useShortcut } from "../shell/shortcuts.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";
import { AccessTokens } from "./access-tokens.tsx";
import { tokenTexts } from "./token-texts.ts";
import { type TokenSearch, tokensRoute } from "./tokens-route.ts";

const texts = tokenTexts.access;

export function TokensScreen() {
  const { screens, session, roles } = sharedTexts;
  const { administrator } = useSession();
  const search = tokensRoute.useSearch();
  const go = useGo();
  useShortcut("c", texts.create, () => administrator && go({ createToken: true }));
  const create = (
    <Button leftSection={<Icon name="plus" size={1} />} onClick={() => go({ createToken: true })}>
      {texts.create}
    </Button>
  );
  return (
    <Screen title={screens.tokens} meaning={texts.ofServer} actions={administrator && create}>
      {administrator ? (
        <>
          <Text size="sm" maw="60ch">
            {texts.ofServerHint} {texts.nobodys}
          </Text>
          <AccessTokens project={null} search={search} go={go} createButton={create} />
        </>
      ) : (
        <Alert color="gray">{session.mayNot(roles.administrator)}</Alert>
      )}
    </Screen>
  );
}

/** To the same screen with another search; what is searched for stays. */
function useGo(): (search: TokenSearch) => void {
  const navigate = tokensRoute.useNavigate();
  return (search) =>
    void navigate({
      search: ({ query, state }) => ({ query, state, ...search }),
      replace: "query" in search || "state" in search,
    });
}
