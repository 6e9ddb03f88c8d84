import type { CheckedProposal, Difference, DisambiguationOption, Operation } from '@retoma/flow';

/** A proposal as it is kept and shown: what was checked, with what the program itself says of it. */
export type StoredProposal = {
  intent: string;
  summary: string;
  userSummary: string;
  confidence: 'high' | 'medium' | 'low';
  locationLabel: string;
  expectedResult: string;
  operations: Operation[];
  affectedNodeIds: string[];
  requiredSafetyChanges: string[];
  optionalSuggestions: string[];
  differences: Difference[];
  disambiguationOptions: DisambiguationOption[];
  draftMark: string;
};

/** What is kept of a checked proposal. `changesPreview` is left out: the differences are the program's own (DEF10). */
export function toStoredProposal(
  { envelope, operations, differences }: CheckedProposal,
  draftMark: string,
): StoredProposal {
  const { intent, summary, userSummary, confidence, locationLabel, expectedResult } = envelope;
  return {
    intent,
    summary,
    userSummary,
    confidence,
    locationLabel,
    expectedResult,
    operations: [...operations],
    affectedNodeIds: [...envelope.affectedNodeIds],
    requiredSafetyChanges: sentencesOf(envelope.requiredSafetyChanges),
    optionalSuggestions: sentencesOf(envelope.optionalSuggestions),
    differences: [...differences],
    disambiguationOptions: envelope.disambiguationOptions.map(({ humanLabel, nodeId, description }) => ({
      humanLabel,
      nodeId,
      description,
    })),
    draftMark,
  };
}

/** Sentences for people: texts, or members that hold one. */
function sentencesOf(values: readonly unknown[]): string[] {
  return values
    .map((value) => {
      if (typeof value === 'string') return value;
      const { label, humanLabel, text, description } = (value ?? {}) as Record<string, unknown>;
      return [text, humanLabel, label, description].find((one) => typeof one === 'string');
    })
    .filter((text): text is string => typeof text === 'string' && text.trim() !== '')
    .slice(0, 5);
}
