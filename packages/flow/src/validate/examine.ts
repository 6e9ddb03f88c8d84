import { isRaw } from '../members/raw.ts';
import { outlineOf, type Outline } from './outline.ts';
import { codes } from '../members/codes.ts';
import { Report, type Finding } from '../members/report.ts';
import { checkBranches } from './rules/branches.ts';
import { checkFlatTopology, topologyOf, type Topology } from './rules/flat.ts';
import { checkFormats } from './rules/formats.ts';
import { checkIds } from './rules/ids.ts';
import { checkMediaFiles } from './rules/media-files.ts';
import { checkNeverRuns } from './rules/never-runs.ts';
import { checkNeverSent } from './rules/never-sent.ts';
import { checkReachability } from './rules/reachability.ts';
import { checkRecovery } from './rules/recovery.ts';
import { checkUnvalidated } from './rules/unvalidated.ts';
import { checkStructure } from './structure.ts';

/** Checks structure and rules of a value; returns the report and the outline. Never throws on JSON; does not change the value. */
export function examine(value: unknown): { report: Report; outline: Outline } {
  const report = new Report();
  const { outline, topology } = checkErrors(value, report);
  if (isRaw(value)) checkRecovery(value, outline, topology, report);
  checkReachability(outline, report);
  checkBranches(outline, report);
  checkNeverRuns(outline, report);
  checkMediaFiles(outline, report);
  if (isRaw(value)) checkUnvalidated(value, outline, report);
  return { report, outline };
}

/** The errors of a value, without the rules that only warn: every edit is checked by them. */
export function errorsIn(value: unknown): readonly Finding[] {
  const report = new Report();
  checkErrors(value, report);
  return report.hasErrors ? report.findings.filter(({ code }) => codes[code].severity === 'error') : [];
}

/** The structure, and the rules that can find errors. */
function checkErrors(value: unknown, report: Report): { outline: Outline; topology: Topology | undefined } {
  checkStructure(value, report);
  const outline = outlineOf(value);
  checkFormats(outline, report);
  checkIds(outline, report);
  const topology = outline.format === 'flat' ? topologyOf(outline) : undefined;
  if (topology) checkFlatTopology(topology, report);
  checkNeverSent(outline, report);
  return { outline, topology };
}
