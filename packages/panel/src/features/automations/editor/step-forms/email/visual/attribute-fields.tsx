import { ColorInput, Input, NumberInput, SegmentedControl, SimpleGrid } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../../../../../../ui/texts.ts';
import { pixelsIn, spaceOf, valueOf } from '../source/lengths.ts';
import type { EmailBlock } from '../source/parse-email.ts';
import { visualTexts } from './texts.ts';

/** A block and what changes it. */
export type BlockFieldProps = {
  block: EmailBlock;
  /** Sets an attribute; '' removes it. */
  set: (attribute: string, value: string) => void;
  /** Sets the rich text that the block shows. */
  write: (rich: string) => void;
  readOnly: boolean;
};

type AttributeProps = BlockFieldProps & { attribute: string; label: string };

const colour = /^#[\da-f]{6}$/i;

/** A colour; what is not a whole colour yet is not written. */
export function ColourField({ block, set, readOnly, attribute, label }: AttributeProps): ReactNode {
  const t = useTexts(visualTexts);
  const [typed, setTyped] = useState<string>();
  const change = (value: string): void => {
    setTyped(value);
    if (value === '' || colour.test(value)) set(attribute, value);
  };
  return (
    <ColorInput
      label={label}
      value={typed ?? valueOf(block, attribute) ?? ''}
      readOnly={readOnly}
      eyeDropperButtonProps={{ 'aria-label': t.pick }}
      onChange={change}
      onBlur={() => setTyped(undefined)}
    />
  );
}

type LengthProps = BlockFieldProps & { attribute: string; label: string; value?: number | undefined; min?: number };

/** A length in pixels. A value in another unit is shown as a placeholder. */
export function LengthField({ block, set, readOnly, attribute, label, value, min = 0 }: LengthProps): ReactNode {
  const t = useTexts(visualTexts);
  return (
    <NumberInput
      label={label}
      value={value ?? pixelsIn(valueOf(block, attribute)) ?? ''}
      placeholder={valueOf(block, attribute) ?? ''}
      min={min}
      max={2000}
      suffix={t.pixels}
      allowDecimal={false}
      allowNegative={false}
      readOnly={readOnly}
      onChange={(next) => set(attribute, next === '' ? '' : `${next}px`)}
    />
  );
}

const sides = ['left', 'center', 'right'] as const;

/** Where a block stands in the width of its column. `usual`: its place without the attribute. */
export function AlignField({
  block,
  set,
  readOnly,
  usual,
}: BlockFieldProps & { usual: (typeof sides)[number] }): ReactNode {
  const t = useTexts(visualTexts);
  return (
    <Input.Wrapper label={t.align} labelElement="div">
      <SegmentedControl
        fullWidth
        size="sm"
        aria-label={t.align}
        data={sides.map((value) => ({ value, label: t[value] }))}
        value={valueOf(block, 'align') ?? usual}
        disabled={readOnly}
        onChange={(value) => set('align', value)}
      />
    </Input.Wrapper>
  );
}

/** The space above and below a block. */
export function SpaceFields(props: BlockFieldProps): ReactNode {
  const t = useTexts(visualTexts);
  return (
    <SimpleGrid cols={2}>
      <LengthField {...props} attribute="padding-top" label={t.above} value={spaceOf(props.block, 'top')} />
      <LengthField {...props} attribute="padding-bottom" label={t.below} value={spaceOf(props.block, 'bottom')} />
    </SimpleGrid>
  );
}
