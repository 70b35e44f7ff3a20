import { Combobox, Text, TextInput, useCombobox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Icon } from "../elements/icon.tsx";
import { projectListQuery } from "../projects/project-list.ts";
import { useSession } from "../session/session.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { useScreenLocation } from "./navigation.ts";
import { Panel } from "./panel.tsx";
import { recentProjects } from "./recent-projects.ts";
import classes from "./shell.module.css";
import { StateDot } from "./state-dot.tsx";

/** No project id can have this value. */
const newProject = "+";
const most = 50;

export function ProjectMenu({ onClose }: { readonly onClose: () => void }) {
  const { shell } = sharedTexts;
  const { project, screen, placesIn } = useScreenLocation();
  const { administrator } = useSession();
  const navigate = useNavigate();
  const [search, setSearch] = useState("");
  const list = useCombobox({ opened: true, onDropdownClose: onClose });
  const recent = recentProjects();
  const rank = ({ id }: { readonly id: string }) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  const wanted = search.trim().toLowerCase();
  // The server sorts the others.
  const found = (useQuery(projectListQuery).data ?? [])
    .toSorted((a, b) => rank(a) - rank(b))
    .filter(({ id, name }) => id.includes(wanted) || name.toLowerCase().includes(wanted));
  const choose = (chosen: string) => {
    onClose();
    if (chosen === newProject) return void navigate({ to: "/new-project" });
    const places = placesIn("project", "setup");
    const place = places.find((each) => each.screen === screen) ?? places[0];
    void navigate({ to: place?.path as "/projects/$project/versions", params: { project: chosen } });
  };
  return (
    <Panel name={shell.project} position="bottom-start" width="20rem" onClose={onClose}>
      <Combobox store={list} onOptionSubmit={choose}>
        <Combobox.EventsTarget>
          <TextInput
            data-autofocus
            mb={4}
            value={search}
            onChange={({ currentTarget: { value } }) => {
              setSearch(value);
              list.selectFirstOption();
            }}
            aria-label={shell.findProject}
            placeholder={shell.findProject}
          />
        </Combobox.EventsTarget>
        <Combobox.Options mah="60vh" style={{ overflowY: "auto" }} aria-label={shell.project}>
          {found.slice(0, most).map(({ id, name }) => (
            <Combobox.Option key={id} value={id} selected={id === project} className={classes.option}>
              <StateDot project={id} />
              <Text span truncate fw={id === project ? 500 : 400}>
                {name}
              </Text>
            </Combobox.Option>
          ))}
          {administrator && (
            <Combobox.Option value={newProject} className={classes.option}>
              <Icon name="plus" size={1} />
              {shell.newProject}
            </Combobox.Option>
          )}
        </Combobox.Options>
        {found.length === 0 && (
          <Text c="dimmed" p="xs" role="status">
            {shell.noProjectFound}
          </Text>
        )}
      </Combobox>
    </Panel>
  );
}
