import { packageArrows, serverArrows } from '../checks/architecture.ts';

/** The part of ARCHITECTURE.md between its markers. */
export const architecturePicturePattern = /(?<=<!-- imports -->\n\n)[^]*(?=\n<!-- \/imports -->)/;

type Arrows = Readonly<Record<string, readonly string[]>>;

/** The packages and the folders of the server as a Mermaid diagram, drawn from the tables of imports. */
export function architecturePicture(): string {
  return [
    '```mermaid',
    'flowchart TB',
    ...drawn(packageArrows),
    '  panel -. types .-> server',
    '  subgraph server',
    ...drawn(serverArrows).map((line) => `  ${line}`),
    '  end',
    '```',
    '',
  ].join('\n');
}

/** The direct arrows of a table, and the names without one. */
function drawn(arrows: Arrows): string[] {
  const direct = Object.keys(arrows).flatMap((from) => directTargets(arrows, from).map((to) => [from, to]));
  const alone = Object.keys(arrows).filter((name) => !direct.flat().includes(name));
  return [...direct.map(([from, to]) => `  ${from} --> ${to}`), ...alone.map((name) => `  ${name}`)];
}

/** What a name imports and reaches in no other way. The tables have no cycle. */
const directTargets = (arrows: Arrows, from: string): string[] =>
  arrows[from]!.filter((to) => !arrows[from]!.some((other) => other !== to && reaches(arrows, other, to)));

const reaches = (arrows: Arrows, from: string, to: string): boolean =>
  arrows[from]!.some((next) => next === to || reaches(arrows, next, to));
