import { describe, expect, test } from 'vitest';
import { findMjmlIssue } from './find-mjml-issue.ts';

const column = (content: string): string =>
  `<mjml><mj-body><mj-section><mj-column>${content}</mj-column></mj-section></mj-body></mjml>`;

describe('checking MJML', () => {
  test.each([
    column('<mj-text>a<br>b <img src="x"> <b>c</b> a &lt; b</mj-text><mj-divider /><mj-image src="a" />'),
    column('<mj-social><mj-social-element name="x" href="a>b">X</mj-social-element></mj-social>'),
    column('<!-- <mj-include path="x"/> --><mj-table><tr><td>1</td></tr></mj-table>'),
    column('<mj-text>{{order.pix_qr_code}} {{ x < y }}</mj-text>'),
    column('<mj-text><p>a<p>b<ul><li>c<li>d</ul></mj-text>'),
    column(`<mj-table>${'<tr><td>a<td>b'.repeat(60)}</mj-table>`),
    column('<mj-raw><tr><td></mj-raw><mj-text>x</mj-text><mj-raw></td></tr></mj-raw>'),
    column('<mj-text><constructor><b>x</b></constructor></mj-text>'),
    column('<MJ-TEXT>x</mj-text><mj-image src=a.png />'),
  ])('accepts %s', (text) => {
    expect(findMjmlIssue(text)).toBe(null);
  });

  test.each([
    ['MJML_INVALID', '<mjml><mj-body><mj-text>x</mj-text></mj-body></mjml>'],
    ['MJML_INVALID', '<mjml><mj-body><mj-section><mj-text>x</mj-text></mj-section></mj-body></mjml>'],
    ['MJML_INVALID', '<mjml><mj-body><mj-section><div>x</div></mj-section></mj-body></mjml>'],
    ['MJML_INVALID', column('<mj-texto>x</mj-texto>')],
    ['MJML_INVALID', column('<mj-text><mj-section></mj-section></mj-text>')],
    ['MJML_INVALID', column('<mj-text>x')],
    ['MJML_INVALID', column('<mj-text>x<b title="a</mj-text>')],
    ['MJML_INVALID', '<mjml><mj-body>'],
    ['MJML_INVALID', column('<mj-social><mj-raw>x</mj-raw></mj-social>')],
    ['MJML_INVALID', column('<mj-text><i>x</mj-text>')],
    ['MJML_INVALID', '<mjml><mj-head><meta name="x"></mj-head><mj-body></mj-body></mjml>'],
    ['MJML_INVALID', '<mjml><mj-head><mj-html-attributes></mj-html-attributes></mj-head></mjml>'],
    ['MJML_INCLUDE', '<mjml><mj-body><mj-include path="/etc/passwd"/></mj-body></mjml>'],
    ['MJML_TOO_DEEP', column(`<mj-text>${'<b>'.repeat(60)}${'</b>'.repeat(60)}</mj-text>`)],
    ['MJML_TOO_LONG', column('x'.repeat(200_001))],
  ])('%s: %.80s', (problem, text) => {
    expect(findMjmlIssue(text)).toMatchObject({ problem });
  });

  test('an issue has its position, and a suggestion or the allowed parents', () => {
    const text = '<mjml>\n<mj-body>\n<mj-section>\n<mj-colum></mj-colum>\n</mj-section></mj-body></mjml>';
    expect(findMjmlIssue(text)).toEqual({
      problem: 'MJML_INVALID',
      offset: text.indexOf('<mj-colum>'),
      element: 'mj-colum',
      suggestion: 'mj-column',
    });
    const misplaced = '<mjml><mj-body><mj-text>x</mj-text></mj-body></mjml>';
    expect(findMjmlIssue(misplaced)).toMatchObject({
      offset: 15,
      element: 'mj-text',
      within: ['mj-column', 'mj-hero'],
    });
    expect(findMjmlIssue(column('<mj-text>x'))).toMatchObject({
      element: 'mj-text',
      offset: column('').indexOf('</mj-c'),
    });
  });

  test('[TAG6] an element without content that is not closed is the issue, not what follows it', () => {
    const text = column('<mj-image src="a.png"><mj-text>x</mj-text>');
    expect(findMjmlIssue(text)).toEqual({
      problem: 'MJML_INVALID',
      element: 'mj-image',
      offset: text.indexOf('<mj-image'),
    });
  });
});
