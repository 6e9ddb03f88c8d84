import { appendFileSync } from 'node:fs';
import type { DatabaseBudget, Figures, Budget } from './budgets.ts';
import type { DatabaseCosts } from './database-costs.ts';

/** The allowed growth in bytes: file names, lengths of numbers and the like differ a little. */
const byteTolerance = 1.03;
/** Below this share of its budget a figure fails too: such a budget no longer detects growth. */
const staleBelow = 0.95;

const remedy = 'If that is meant, change budgets/budgets.ts and say there why: CONTRIBUTING.md, "a budget"';

/** How a measurement departs from its budget: one line with the cause for each departure; empty if it is within. */
export function departures(name: string, budget: DatabaseBudget | undefined, measured: DatabaseCosts): string[] {
  if (!budget) return [`${name}: has no budget yet. ${remedy}`];
  const found = [
    ...compareCounts('times executed', budget.statements, measured.statements),
    ...compareRelations(budget.writes, measured.writes),
  ];
  const [limit, total] = [walOf(budget), walOf(measured)];
  const grown = Object.entries(measured.writes)
    .map(([relation, { walBytes }]) => ({ relation, walBytes, was: budget.writes[relation]?.walBytes ?? 0 }))
    .filter(({ walBytes, was }) => walBytes !== was)
    .map(({ relation, walBytes, was }) => `${relation} ${was} -> ${walBytes}`);
  found.push(...compareBytes('WAL', limit, total, grown));
  return found.map((one) => `${name}: ${one}. ${remedy}`);
}

/** The same for figures in bytes or statements, each under the name of its part. */
export function departuresOf(
  name: string,
  unit: 'bytes' | 'statements',
  budget: Budget<Figures> | undefined,
  measured: Figures,
  causes: readonly string[] = [],
): string[] {
  if (!budget) return [`${name}: has no budget yet. ${remedy}`];
  const parts = Object.entries(measured)
    .filter(([part, figure]) => figure !== budget.figures[part])
    .map(([part, figure]) => `${part} ${budget.figures[part] ?? 0} -> ${figure}`);
  const found =
    unit === 'bytes'
      ? compareBytes('gzipped', sum(budget.figures), sum(measured), parts)
      : compareCounts('statements', onlyOf(measured, budget.figures), measured);
  return found.map((one) => `${name}: ${one}${causes.length > 0 ? ` (${causes.join(', ')})` : ''}. ${remedy}`);
}

/** A page on a slow machine may be left before its last request, so figures that were not measured are not compared. */
const onlyOf = (measured: Figures, budget: Figures): Figures =>
  Object.fromEntries(Object.entries(budget).filter(([part]) => part in measured));

const sum = (figures: Figures): number => Object.values(figures).reduce((total, figure) => total + figure, 0);
const walOf = ({ writes }: DatabaseCosts): number =>
  Object.values(writes).reduce((total, { walBytes }) => total + walBytes, 0);

function compareBytes(what: string, budget: number, measured: number, parts: readonly string[]): string[] {
  const change = `${what} ${budget} -> ${measured} bytes (${parts.join(', ')})`;
  if (measured > budget * byteTolerance) return [`costs more than its budget: ${change}`];
  return measured < budget * staleBelow ? [`costs less than its budget, which can be lowered: ${change}`] : [];
}

function compareRelations(budget: DatabaseCosts['writes'], measured: DatabaseCosts['writes']): string[] {
  const units = {
    inserted: 'rows inserted',
    updated: 'rows updated',
    deleted: 'rows deleted',
    entries: 'index entries',
  };
  return Object.entries(units).flatMap(([member, unit]) => {
    const of = (writes: DatabaseCosts['writes']): Figures =>
      Object.fromEntries(
        Object.entries(writes).map(([relation, counts]) => [relation, counts[member as keyof typeof units] ?? 0]),
      );
    return compareCounts(unit, of(budget), of(measured));
  });
}

function compareCounts(unit: string, budget: Figures, measured: Figures): string[] {
  return [...new Set([...Object.keys(budget), ...Object.keys(measured)])].flatMap((part) => {
    const [was, is] = [budget[part] ?? 0, measured[part] ?? 0];
    if (was === is) return [];
    return [`costs ${is > was ? 'more' : 'less'} than its budget: ${part} ${was} -> ${is} ${unit}`];
  });
}

/** Whether `scripts/write-budgets.ts` collects the figures; they are then not compared. */
export const areWritten = (): boolean => process.env['BUDGETS_FILE'] !== undefined;

/** Writes the figures into the file of `scripts/write-budgets.ts` if it collects them; returns whether it does. */
export function isOnlyWritten(kind: string, name: string, figures: object): boolean {
  const file = process.env['BUDGETS_FILE'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ kind, name, figures })}\n`);
  return file !== undefined;
}
