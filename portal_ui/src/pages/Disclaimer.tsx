import { useTranslate } from 'ra-core';
import { TextPage } from './TextPage';

const sections = ['use', 'data', 'estimates', 'files', 'device'] as const;

/** sts-disclaimer: the terms under which the portal is used. */
export default function Disclaimer() {
  const translate = useTranslate();
  return (
    <TextPage
      title={translate('pages.disclaimer.title')}
      lead={translate('pages.disclaimer.lead')}
      sections={sections.map((key) => ({
        title: translate(`pages.disclaimer.${key}.title`),
        text: translate(`pages.disclaimer.${key}.text`),
      }))}
    />
  );
}
