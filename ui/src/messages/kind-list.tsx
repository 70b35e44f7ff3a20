import { NavLink, Text, VisuallyHidden } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { messagesRoute } from "../routes.ts";
import { type Kind, kinds, listLanguages, type MessageForm } from "./message-form.ts";
import { messageTexts as texts } from "./message-texts.ts";
import classes from "./messages.module.css";
import { faultsIn, type ShownPolicies } from "./text-marks.ts";

interface KindListProps {
  readonly form: MessageForm;
  readonly published: MessageForm;
  readonly kind: Kind;
  readonly policies: ShownPolicies;
}

export function KindList({ form, published, kind: active, policies }: KindListProps) {
  const { project } = messagesRoute.useParams();
  return (
    <nav aria-label={texts.list} className={classes.kinds}>
      {kinds.map((kind) => (
        <NavLink
          key={kind}
          w="auto"
          active={kind === active}
          aria-current={kind === active ? "true" : undefined}
          label={texts.kinds[kind]}
          rightSection={<KindState form={form} published={published} kind={kind} policies={policies} />}
          renderRoot={(rest) => (
            <Link
              {...rest}
              to={messagesRoute.to}
              params={{ project }}
              search={(search) => ({ ...search, kind })}
              resetScroll={false}
            />
          )}
        />
      ))}
    </nav>
  );
}

function KindState({ form, published, kind, policies }: KindListProps) {
  const written = form.messages[kind];
  const count = form.languages.filter((language) => written[language] !== undefined).length;
  const known = listLanguages(form);
  const isWrong = known.some((language) => faultsIn(written[language], kind, policies[kind]).length > 0);
  const titles = (of: MessageForm) => (kind === "default" ? {} : of.titles[kind]);
  const isDirty = JSON.stringify([written, titles(form)]) !== JSON.stringify([published.messages[kind], titles(published)]);
  const note = isWrong ? texts.wrongIn : isDirty ? texts.unsaved : "";
  return (
    <Text span size="xs" c="dimmed" className={classes.state}>
      {note !== "" && (
        <span className={classes.dot} data-wrong={isWrong || undefined}>
          <VisuallyHidden>{note}</VisuallyHidden>
        </span>
      )}
      <span title={texts.written(count, form.languages.length)}>{`${count}/${form.languages.length}`}</span>
    </Text>
  );
}
