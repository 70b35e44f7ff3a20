/** The only project whose requests can be made up; `serve --demo` creates it. */
export const demoProject = "acme-shop";
