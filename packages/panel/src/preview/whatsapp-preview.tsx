import { Text } from '@mantine/core';
import { urlOfChoice } from '@retoma/flow';
import { useState, type ReactNode } from 'react';
import { Icon, type IconName } from '../ui/icons.tsx';
import { useStoreFormats } from '../ui/format/use-store-formats.ts';
import { useTexts } from '../ui/texts.ts';
import { useStore } from '../ui/use-store.ts';
import { firstAddress } from './addresses.ts';
import { listIn, textIn, type Content } from './content.ts';
import { inOrder } from './pair-in-order.ts';
import { PlainText, WhatsappText } from './preview-text.tsx';
import { previewTexts } from './preview-texts.ts';
import { FileRow, Picture, Video } from './whatsapp-media.tsx';
import { contentAsText } from './content-as-text.ts';

/** How the connection displays buttons: always as buttons, perhaps not on every phone, or written as text. */
export type ButtonDisplay = 'shown' | 'uncertain' | 'written';

type WhatsappProps = {
  content: Content;
  /** When the message was sent, ISO; by default now. */
  at?: string | undefined;
  buttons?: ButtonDisplay | undefined;
};

/** A preview of a WhatsApp message as the customer sees it: received, from the store. If its buttons may not be shown, it also shows the message as a text. */
export function WhatsappPreview({ content, at, buttons = 'shown' }: WhatsappProps): ReactNode {
  const [now] = useState(Date.now);
  const t = useTexts(previewTexts);
  const clock = useStoreFormats().time(at ?? now);
  const written = buttons === 'shown' ? null : contentAsText(content);
  if (written === null) return <MessageBubble label={t.whatsapp} content={content} clock={clock} />;
  return (
    <>
      {buttons === 'uncertain' && <MessageBubble label={t.whatsapp} content={content} clock={clock} />}
      <Text size="sm" c="dimmed">
        {buttons === 'uncertain' ? t.maybeText : t.asText}
      </Text>
      <MessageBubble
        label={buttons === 'uncertain' ? t.withoutButtons : t.whatsapp}
        content={{ type: 'text', message: written }}
        clock={clock}
      />
    </>
  );
}

function MessageBubble({ label, content, clock }: { label: string; content: Content; clock: string }): ReactNode {
  const t = useTexts(previewTexts);
  const { name } = useStore();
  const message = textIn(content, 'message') || textIn(content, 'text');
  const media = mediaOf(content);
  const footer = textIn(content, 'footer');
  const isEmpty = message === '' && !media;
  return (
    <div className="preview-wall" role="group" aria-label={label}>
      <div className="preview-sender">{name}</div>
      <div className="preview-bubble">
        {media}
        {(message !== '' || isEmpty) && (
          <div className="preview-text">{isEmpty ? <em>{t.empty}</em> : <WhatsappText text={message} />}</div>
        )}
        {footer !== '' && (
          <div className="preview-meta">
            <PlainText text={footer} />
          </div>
        )}
        <div className="preview-meta preview-clock">{clock}</div>
        <Rows content={content} />
      </div>
      {content['type'] === 'button-list' && <Sheet labels={listLabels(content)} />}
    </div>
  );
}

function mediaOf(content: Content): ReactNode {
  const { type } = content;
  if (type === 'text' || type === 'whatsapp') return linkCard(textIn(content, 'message') || textIn(content, 'text'));
  if (type === 'image') return <Picture address={textIn(content, 'image')} />;
  if (type === 'video') return <Video address={textIn(content, 'video')} />;
  if (type === 'audio') return <FileRow kind="audio" address={textIn(content, 'audio')} />;
  if (type === 'document') {
    return <FileRow kind="document" address={textIn(content, 'document')} type={textIn(content, 'documentType')} />;
  }
  return type === 'link' ? <LinkCard content={content} /> : null;
}

/** WhatsApp's link preview of the first URL in a text. The URL is not requested: its site must not see the viewer. */
function linkCard(text: string): ReactNode {
  const found = firstAddress(text);
  return (
    found && (
      <div className="preview-card">
        <strong>{found.domain}</strong>
        <div className="preview-card-address">{found.address}</div>
      </div>
    )
  );
}

function LinkCard({ content }: { content: Content }): ReactNode {
  const image = textIn(content, 'image');
  return (
    <>
      {image !== '' && <Picture address={image} />}
      <div className="preview-text">
        {textIn(content, 'title') !== '' && (
          <div>
            <strong>
              <PlainText text={textIn(content, 'title')} />
            </strong>
          </div>
        )}
        <PlainText text={textIn(content, 'linkDescription')} />
        <div className="preview-link">
          <PlainText text={textIn(content, 'linkUrl')} />
        </div>
      </div>
    </>
  );
}

/** The buttons below the text. */
function Rows({ content }: { content: Content }): ReactNode {
  const t = useTexts(previewTexts);
  if (content['type'] === 'button-otp') return <ButtonRow icon="copy" label={t.copyCode} />;
  if (content['type'] !== 'button-actions') return null;
  return inOrder(actionsOf(content), (row) => <ButtonRow {...row} />);
}

const ButtonRow = ({ icon, label }: { icon: IconName; label: string }): ReactNode => (
  <div className="preview-row">
    <PlainText text={label} />
    <Icon name={icon} size={16} />
  </div>
);

function actionsOf(content: Content): { label: string; icon: IconName }[] {
  const actions = listIn(content, 'buttonActions');
  if (actions.length > 0) {
    return actions.map((button) => ({
      label: textIn(button, 'label'),
      icon: button['type'] === 'CALL' ? 'phone' : 'external',
    }));
  }
  return choicesOf(content).map((label) => ({ label, icon: 'external' }));
}

const choicesOf = (content: Content): string[] =>
  (Array.isArray(content['choices']) ? content['choices'] : [])
    .filter((choice) => typeof choice === 'string')
    .map((choice) => urlOfChoice(choice)?.label ?? choice);

function listLabels(content: Content): string[] {
  const list = content['buttonList'];
  const buttons = typeof list === 'object' && list !== null ? listIn(list as Content, 'buttons') : [];
  return buttons.length > 0 ? buttons.map((button) => textIn(button, 'label')) : choicesOf(content);
}

/** The list of options, which opens on a tap. */
function Sheet({ labels }: { labels: readonly string[] }): ReactNode {
  const t = useTexts(previewTexts);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className="preview-bubble">
        <button type="button" className="preview-row" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon name="list" size={16} />
          {isOpen ? t.hideOptions : t.options}
        </button>
      </div>
      {isOpen && (
        <ul className="preview-sheet">
          {inOrder(labels, (label) => (
            <li>
              <PlainText text={label} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
