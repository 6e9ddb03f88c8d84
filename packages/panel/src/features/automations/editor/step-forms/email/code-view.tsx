import { SegmentedControl, Text } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../../../../../ui/texts.ts';
import { EmailCode } from './email-code.tsx';
import { EmailPreviewPane } from './email-preview.tsx';
import { SplitHandle } from './split-handle.tsx';
import { emailTexts } from './texts.ts';
import { useEmailDraft } from './use-email-draft.ts';
import type { ChangeEmail } from './use-email-editing.ts';

type CodeViewProps = {
  text: string;
  change: ChangeEmail | undefined;
  /** The line to begin at, from 1. */
  line: number | undefined;
};

/** The source and the preview: side by side, or one at a time on a narrow screen. */
export function CodeView({ text, change, line }: CodeViewProps): ReactNode {
  const t = useTexts(emailTexts);
  const isWide = useMediaQuery('(min-width: 1100px)', true, { getInitialValueInEffect: false });
  const [tab, setTab] = useState<'code' | 'preview'>('code');
  const [share, setShare] = useLocalStorage({ key: 'retoma-email-split', defaultValue: 50 });
  const draft = useEmailDraft(text);
  return (
    <>
      {!isWide && (
        <SegmentedControl
          size="xs"
          mx="md"
          mt="xs"
          aria-label={t.parts}
          data={[
            { value: 'code', label: t.codeTab },
            { value: 'preview', label: t.preview },
          ]}
          value={tab}
          onChange={(next) => setTab(next === 'preview' ? 'preview' : 'code')}
        />
      )}
      <div className="email-split">
        <div className="email-pane" style={{ width: isWide ? `${share}%` : '100%' }} hidden={!isWide && tab !== 'code'}>
          <EmailCode
            text={text}
            onChange={change && ((next) => change(next, 'source'))}
            issue={draft.issue}
            line={line}
          />
        </div>
        {isWide && <SplitHandle label={t.divider} share={share} onChange={setShare} />}
        <div className="email-pane" style={{ flex: 1 }} hidden={!isWide && tab !== 'preview'}>
          <EmailPreviewPane draft={draft} />
          {draft.error && <Text c="var(--mantine-color-error)">{draft.error.message}</Text>}
        </div>
      </div>
    </>
  );
}
