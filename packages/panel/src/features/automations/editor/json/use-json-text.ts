import { cleanJson, draftIn, withIds, type Flow } from '@retoma/flow';
import { useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocale } from '../../../../ui/locale.tsx';
import { useFlowDocument } from '../state/flow-document.ts';
import { newStepId } from '../state/editable-flow.ts';
import { useEditorStore } from '../state/use-editor.ts';
import { serializeFlow } from '../save/automation.ts';
import { readText, type ReadText } from './read-text.ts';

/** Milliseconds without typing after which the text is parsed. */
const pause = 400;

/** Texts that are not valid flows yet, by the flow they would replace. Returning from the diagram restores them. */
const unfinished = new WeakMap<Flow, string>();

/** The typed text, the last parsed text, and the serialized documents that it stands for. Any other document is shown itself. */
type Written = { text: string; settled: string; stands: readonly string[] };

type JsonText = {
  text: string;
  write: (text: string) => void;
  /** Lays the text out, and corrects what a chat left in it (EDT16); undefined if it is no JSON object even then. */
  format: (() => void) | undefined;
  read: ReadText;
};

/** The text of the document, and functions to change it. A text that is a valid flow becomes the document; other texts are only kept. */
export function useJsonText(): JsonText {
  const { definition: flow, locked } = useFlowDocument();
  const { replace } = useEditorStore();
  const { locale } = useLocale();
  const flowText = useMemo(() => serializeFlow(flow), [flow]);
  const [written, setWritten] = useState(() => writtenBefore(flow));
  const current = written?.stands.includes(flowText) ? written : undefined;
  const [text, settled] = [current?.text ?? flowText, current?.settled ?? flowText];
  const read = useMemo(() => readText(settled, locale), [settled, locale]);

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pending = useRef<() => void>(undefined);
  const take = (text: string, isLeaving: boolean): void => {
    pending.current = undefined;
    const parsed = readText(text, locale).flow;
    if (parsed) unfinished.delete(flow);
    else unfinished.set(flow, text);
    const own = parsed && locked !== 'reader' ? withIds(parsed, newStepId) : flow;
    const ownText = serializeFlow(own);
    // The text represents the document before and after it is applied: the text under the cursor never changes by itself.
    if (!isLeaving) flushSync(() => setWritten({ text, settled: text, stands: [flowText, ownText] }));
    if (ownText === flowText) return;
    replace(own);
    if (!isLeaving) setWritten({ text, settled: text, stands: [ownText] });
  };
  const write = (next: string): void => {
    if (next === text) return;
    setWritten({ text: next, settled, stands: [flowText] });
    clearTimeout(timer.current);
    pending.current = () => take(next, true);
    timer.current = setTimeout(() => take(next, false), pause);
  };
  // Leaving the view before the timer fires applies the text at once.
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      pending.current?.();
    },
    [],
  );
  const tidy = useMemo(() => read.flow ?? draftIn(cleanJson(settled).text), [read, settled]);
  return { text, write, format: tidy && (() => write(serializeFlow(tidy))), read };
}

function writtenBefore(flow: Flow): Written | undefined {
  const text = unfinished.get(flow);
  return text === undefined ? undefined : { text, settled: text, stands: [serializeFlow(flow)] };
}
