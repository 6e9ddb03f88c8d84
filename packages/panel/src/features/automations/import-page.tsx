import { Box, SimpleGrid, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useApiQuery } from '../../api/query.ts';
import { useLocale } from '../../ui/locale.tsx';
import { Page } from '../../ui/page.tsx';
import { useTexts } from '../../ui/texts.ts';
import { BackLink } from './back-link.tsx';
import { analyse, type Found } from './import/analyse.ts';
import type { Picks } from './import/fix-picks.ts';
import { FixList } from './import/fix-list.tsx';
import { FoundList } from './import/issue-list.tsx';
import { takeFile } from './import/handed-file.ts';
import { readFile } from './import/read-file.ts';
import { ResultPane } from './import/result-pane.tsx';
import { SaveBar } from './import/save-bar.tsx';
import { SourcePane } from './import/source-pane.tsx';
import { texts } from './import/texts.ts';
import { listRoute } from './list/automation.ts';
import { DropAnywhere } from './list/drop-anywhere.tsx';
import { texts as listTexts } from './list/texts.ts';

/** Returns the same ids in the same order at every analysis, so that steps keep their ids while the user ticks fixes. */
function reuseIds(storedIds: string[]): () => string {
  let at = 0;
  return () => (storedIds[at++] ??= crypto.randomUUID());
}

/** An imported text, the chosen fixes, and the result. */
function useSource() {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const [text, setText] = useState('');
  const [picks, setPicks] = useState<Picks>({});
  const [refused, setRefused] = useState<string>();
  const [ids] = useState<string[]>(() => []);
  const [settled] = useDebouncedValue(text, 300);
  const mode = useApiQuery(listRoute, {}).data?.mode ?? 'block';
  const analysis = useMemo(
    () => (settled.trim() === '' ? undefined : analyse(settled, picks, reuseIds(ids), locale, mode)),
    [settled, picks, ids, locale, mode],
  );
  const take = useCallback(
    async (file: File): Promise<void> => {
      const read = await readFile(file);
      if ('refused' in read) return setRefused(read.refused === 'tooBig' ? t.tooBig : t.notText(file.name));
      setRefused(undefined);
      setPicks({});
      setText(read.text);
    },
    [t],
  );
  return { text, setText, picks, setPicks, refused, analysis, take, mode };
}

const noIssues: readonly Found[] = [];

/** Imports a definition: parse, fix, preview, save. */
export function ImportPage(): ReactNode {
  const t = useTexts(texts);
  const { dropHere } = useTexts(listTexts);
  const { text, setText, setPicks, refused, analysis, take, mode } = useSource();
  const [jumpTo, setJumpTo] = useState<{ line: number; column: number }>();
  const onFile = useCallback((file: File) => void take(file), [take]);
  useEffect(() => {
    const handed = takeFile();
    if (handed) onFile(handed);
  }, [onFile]);
  const go = ({ line, column }: Found): void => setJumpTo({ line, column });
  return (
    <Page title={t.title} above={<BackLink label={t.automations} />}>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Stack>
          <SourcePane
            text={text}
            onText={setText}
            onFile={onFile}
            refused={refused}
            issues={analysis?.found ?? noIssues}
            jumpTo={jumpTo}
          />
          {analysis && <FoundList analysis={analysis} onGo={go} />}
          {analysis && (
            <FixList
              choices={analysis.choices}
              staysFlat={analysis.staysFlat}
              onPick={(key, picked) => setPicks((old) => ({ ...old, [key]: picked }))}
            />
          )}
        </Stack>
        <Box>
          <ResultPane mode={mode} flow={analysis?.result?.flow} isEmpty={!analysis} />
        </Box>
      </SimpleGrid>
      <SaveBar result={analysis?.result} isEmpty={!analysis} />
      <DropAnywhere label={dropHere} onFile={onFile} />
    </Page>
  );
}
