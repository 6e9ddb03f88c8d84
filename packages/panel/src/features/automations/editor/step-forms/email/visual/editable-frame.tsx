import { useElementSize } from '@mantine/hooks';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { emailDocument, type EmailView } from '../../../../../../preview/email-document.ts';
import { previewTexts } from '../../../../../../preview/preview-texts.ts';
import { useTexts } from '../../../../../../ui/texts.ts';
import { useBlockName } from '../block-name.ts';
import { blockClass, edgeClasses } from '../source/mark-blocks.ts';
import type { EmailBlock } from '../source/parse-email.ts';
import type { EmailEditing } from '../use-email-editing.ts';

type FrameProps = EmailView & { html: string; width: number | undefined; editing: EmailEditing };

/**
 * What the frame measured, in its own pixels: its height, and the box of each block that has an element in it. `kinds`: of the blocks when
 * the frame was loaded; boxes of other blocks would be in the wrong places.
 */
type Measured = { height: number; boxes: readonly { index: number; box: DOMRect }[]; kinds: string };

const nothing: Measured = { height: 240, boxes: [], kinds: '' };

const kindsOf = (blocks: readonly EmailBlock[]): string => blocks.map(({ kind }) => kind).join(' ');

/**
 * An e-mail in a frame as high as the e-mail, with a button over each block. The sandbox allows no scripts; it shares the panel's origin so
 * that the panel can measure the blocks.
 */
export function EditableFrame({ html, width, dark, images, editing }: FrameProps): ReactNode {
  const t = useTexts(previewTexts);
  const { ref, width: available } = useElementSize();
  const frame = useRef<HTMLIFrameElement>(null);
  const document = useMemo(() => emailDocument(html, { dark, images }), [html, dark, images]);
  const { blocks } = editing;
  const [measured, load] = useMeasured(frame, kindsOf(blocks));
  const scale = width && available > 0 ? Math.min(1, available / width) : 1;
  return (
    <div ref={ref} className="email-editable">
      <div
        className="email-editable-frame"
        data-dark={dark || undefined}
        style={{ height: measured.height * scale, width: width ? width * scale : '100%' }}
      >
        <iframe
          ref={frame}
          title={t.frame}
          sandbox="allow-same-origin"
          srcDoc={document}
          tabIndex={-1}
          onLoad={load}
          style={{
            width: width ?? '100%',
            height: measured.height,
            transform: scale === 1 ? undefined : `scale(${scale})`,
            colorScheme: dark ? 'dark' : 'light',
          }}
        />
        <BlockButtons measured={measured} scale={scale} editing={editing} />
      </div>
    </div>
  );
}

type ButtonsProps = { measured: Measured; scale: number; editing: EmailEditing };

function BlockButtons({ measured, scale, editing: { blocks, selected, select } }: ButtonsProps): ReactNode {
  const nameOf = useBlockName();
  if (measured.kinds !== kindsOf(blocks)) return null;
  return measured.boxes.map(({ index, box }) => {
    const block = blocks[index];
    return (
      block && (
        <button
          key={index}
          type="button"
          className="email-block-button"
          aria-label={nameOf(block)}
          aria-pressed={selected === index}
          style={{
            left: box.left * scale,
            top: box.top * scale,
            width: box.width * scale,
            height: Math.max(24, box.height * scale),
          }}
          onClick={() => select(index)}
        />
      )
    );
  });
}

/** The measures of a frame's document, and the function to call when one was loaded. They follow images that arrive and new widths. */
function useMeasured(
  frame: RefObject<HTMLIFrameElement | null>,
  kinds: string,
): [measured: Measured, load: () => void] {
  const [measured, setMeasured] = useState(nothing);
  const observer = useRef<ResizeObserver>(undefined);
  useEffect(() => () => observer.current?.disconnect(), []);
  const load = useCallback(() => {
    observer.current?.disconnect();
    const body = frame.current?.contentDocument?.body;
    if (!body) return;
    observer.current = new ResizeObserver(() => setMeasured(measure(body, kinds)));
    observer.current.observe(body);
  }, [frame, kinds]);
  return [measured, load];
}

/** The box of a block: that of its element, or of the rows between its two edges. */
function boxOf(body: HTMLElement, index: number): DOMRect | undefined {
  const own = body.querySelector(`.${blockClass(index)}`);
  if (own) return own.getBoundingClientRect();
  const [before, after] = edgeClasses(index).map((name) => body.querySelector(`.${name}`));
  const [first, last] = [before?.nextElementSibling, after?.previousElementSibling];
  if (!first || !last || first === after) return undefined;
  const [top, bottom] = [first.getBoundingClientRect(), last.getBoundingClientRect()];
  return new DOMRect(top.left, top.top, Math.max(top.width, bottom.width), bottom.bottom - top.top);
}

function measure(body: HTMLElement, kinds: string): Measured {
  const boxes = kinds.split(' ').flatMap((_, index) => {
    const box = boxOf(body, index);
    return box ? [{ index, box }] : [];
  });
  return { height: Math.max(nothing.height, body.scrollHeight), boxes, kinds };
}
