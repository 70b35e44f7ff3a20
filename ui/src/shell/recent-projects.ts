/** The last one is first. */
const storageKey = "drawbridge-recent-projects";
const most = 5;

export function recentProjects(): readonly string[] {
  return (localStorage.getItem(storageKey) ?? "").split(" ").filter((id) => id !== "");
}

export function rememberProject(project: string): void {
  const [last] = recentProjects();
  if (last === project) return;
  const recent = [project, ...recentProjects().filter((id) => id !== project)];
  localStorage.setItem(storageKey, recent.slice(0, most).join(" "));
}
