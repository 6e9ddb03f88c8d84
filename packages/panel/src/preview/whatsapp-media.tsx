import { useState, type ReactNode } from 'react';
import { Icon } from '../ui/icons.tsx';
import { useTexts } from '../ui/texts.ts';
import { PlainText } from './preview-text.tsx';
import { previewTexts } from './preview-texts.ts';

/** Whether the address can be loaded: it has no metatag, and is not that of the examples' made-up shop. */
const isThere = (address: string): boolean => /^https?:\/\/(?![^/]*\.example(?:[/:]|$))[^{}\s]+$/i.test(address);

/** The picture of a message, 4 by 3; a placeholder if it cannot be loaded, with a note after an error. */
export function Picture({ address }: { address: string }): ReactNode {
  const t = useTexts(previewTexts);
  const [failed, setFailed] = useState<string>();
  if (isThere(address) && failed !== address) {
    return <img className="preview-picture" src={address} alt={t.picture} onError={() => setFailed(address)} />;
  }
  return (
    <span className="preview-stand-in">
      <Icon name="eye" size={22} />
      {failed === address && address !== '' ? t.notOpened : <PlainText text={address || t.picture} />}
    </span>
  );
}

/** A placeholder for a video. */
export const Video = ({ address }: { address: string }): ReactNode => {
  const t = useTexts(previewTexts);
  return (
    <span className="preview-stand-in">
      <Icon name="play" size={28} />
      <span>
        {t.video} <PlainText text={fileOf(address)} />
      </span>
    </span>
  );
};

/** A voice message or a document: an icon and the name of the file. */
export const FileRow = ({
  kind,
  address,
  type,
}: {
  kind: 'audio' | 'document';
  address: string;
  type?: string;
}): ReactNode => {
  const t = useTexts(previewTexts);
  return (
    <span className="preview-file">
      <Icon name={kind === 'audio' ? 'play' : 'receipt'} size={22} />
      <span>
        <PlainText text={fileOf(address) || t[kind]} />
        {type && (
          <>
            <br />
            <small>{type}</small>
          </>
        )}
      </span>
    </span>
  );
};

/** The last part of an address: `https://loja.example/a/tabela.pdf?x=1` → `tabela.pdf`. */
function fileOf(address: string): string {
  if (address.includes('{{')) return address;
  return decodeURIComponent(URL.parse(address)?.pathname.split('/').at(-1) ?? address);
}
