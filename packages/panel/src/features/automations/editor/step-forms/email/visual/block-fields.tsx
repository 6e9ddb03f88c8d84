import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../../../../../ui/texts.ts';
import { withAttribute, withContent } from '../source/edit-email.ts';
import type { EmailEditing } from '../use-email-editing.ts';
import { kindFields } from './kind-fields.tsx';
import { visualTexts } from './texts.ts';

type FieldsProps = {
  editing: EmailEditing;
  index: number;
  /** Opens the code at a line, from 1. */
  openCode: (line: number) => void;
};

/** The fields of a block. A block that can be changed as code only leads to its line. */
export function BlockFields({ editing, index, openCode }: FieldsProps): ReactNode {
  const t = useTexts(visualTexts);
  const { text, blocks, change } = editing;
  const block = blocks[index];
  if (!block) return null;
  const Fields = kindFields[block.kind];
  return (
    <Stack gap="sm" key={`${index} ${block.kind}`}>
      <Fields
        block={block}
        readOnly={change === undefined}
        set={(name, value) => change?.(withAttribute(text, block, name, value), `${index} ${name}`)}
        write={(rich) => change?.(withContent(text, block, rich), `${index} text`)}
      />
      {block.kind === 'code' && (
        <Button variant="default" onClick={() => openCode(text.slice(0, block.from).split('\n').length)}>
          {t.toCode}
        </Button>
      )}
    </Stack>
  );
}
