import { isRaw } from '../members/raw.ts';
import { outlineOf, type Outline } from './outline.ts';
import { Report } from '../members/report.ts';
import { checkBranches } from './rules/branches.ts';
import { checkFlatTopology, topologyOf } from './rules/flat.ts';
import { checkFormats } from './rules/formats.ts';
import { checkIds } from './rules/ids.ts';
import { checkNeverRuns } from './rules/never-runs.ts';
import { checkReachability } from './rules/reachability.ts';
import { checkRecovery } from './rules/recovery.ts';
import { checkUnvalidated } from './rules/unvalidated.ts';
import { checkStructure } from './structure.ts';

/** Checks structure and rules of a value; returns the report and the outline. Never throws on JSON; does not change the value. */
export function examine(value: unknown): { report: Report; outline: Outline } {
  const report = new Report();
  checkStructure(value, report);
  const outline = outlineOf(value);
  checkFormats(outline, report);
  checkIds(outline, report);
  const topology = outline.format === 'flat' ? topologyOf(outline) : undefined;
  if (topology) checkFlatTopology(topology, report);
  if (isRaw(value)) checkRecovery(value, outline, topology, report);
  checkReachability(outline, report);
  checkBranches(outline, report);
  checkNeverRuns(outline, report);
  if (isRaw(value)) checkUnvalidated(value, outline, report);
  return { report, outline };
}
