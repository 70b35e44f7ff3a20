import { Text } from "@mantine/core";
import { EmptyState } from "../elements/empty-state.tsx";
import { Screen } from "../elements/screen.tsx";
import { useSession } from "../session/session.ts";
import { FirstSteps } from "./first-steps.tsx";
import { NewProjectForm } from "./new-project-form.tsx";
import { newProjectRoute } from "./new-project-route.ts";
import { newProjectTexts as texts } from "./new-project-texts.ts";

export function NewProjectScreen() {
  const { made } = newProjectRoute.useSearch();
  const navigate = newProjectRoute.useNavigate();
  const { administrator } = useSession();
  if (made !== undefined) return <FirstSteps project={made} />;
  return (
    <Screen title={texts.title} meaning={texts.meaning}>
      {administrator ? (
        <NewProjectForm onMade={(id) => void navigate({ search: { made: id }, replace: true })} />
      ) : (
        <EmptyState title={texts.mayNotTitle}>
          <Text size="sm">{texts.mayNot}</Text>
        </EmptyState>
      )}
    </Screen>
  );
}
