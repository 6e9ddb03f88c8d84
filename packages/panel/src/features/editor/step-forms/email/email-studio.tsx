import { Button, Group, Modal, SegmentedControl, Text } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../../../../ui/texts.ts';
import { EmailCode } from './email-code.tsx';
import { EmailPreviewPane } from './email-preview.tsx';
import './email.css';
import { SplitHandle } from './split-handle.tsx';
import { emailTexts } from './texts.ts';
import { useEmailDraft } from './use-email-draft.ts';

type StudioProps = {
  text: string;
  /** Absent if read-only. */
  onChange: ((text: string) => void) | undefined;
  onClose: () => void;
};

/** A full-screen editor for the content of an e-mail: code and preview side by side, or one at a time on a narrow screen. */
export function EmailStudio({ text, onChange, onClose }: StudioProps): ReactNode {
  const t = useTexts(emailTexts);
  const isWide = useMediaQuery('(min-width: 1100px)', true, { getInitialValueInEffect: false });
  const [tab, setTab] = useState<'code' | 'preview'>('code');
  const [share, setShare] = useLocalStorage({ key: 'retoma-email-split', defaultValue: 50 });
  const draft = useEmailDraft(text);
  return (
    <Modal.Root opened onClose={onClose} fullScreen closeOnEscape={false}>
      <Modal.Content className="email-studio">
        <Group justify="space-between" px="md" py="xs" className="email-studio-head">
          <Modal.Title fw={600}>{t.title}</Modal.Title>
          <Group gap="xs">
            {!isWide && (
              <SegmentedControl
                size="xs"
                aria-label={t.parts}
                data={[
                  { value: 'code', label: t.codeTab },
                  { value: 'preview', label: t.preview },
                ]}
                value={tab}
                onChange={(next) => setTab(next === 'preview' ? 'preview' : 'code')}
              />
            )}
            <Button onClick={onClose}>{t.done}</Button>
          </Group>
        </Group>
        <div className="email-split">
          <div
            className="email-pane"
            style={{ width: isWide ? `${share}%` : '100%' }}
            hidden={!isWide && tab !== 'code'}
          >
            <EmailCode text={text} onChange={onChange} issue={draft.issue} />
          </div>
          {isWide && <SplitHandle label={t.divider} share={share} onChange={setShare} />}
          <div className="email-pane" style={{ flex: 1 }} hidden={!isWide && tab !== 'preview'}>
            <EmailPreviewPane draft={draft} />
            {draft.error && <Text c="var(--mantine-color-error)">{draft.error.message}</Text>}
          </div>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
