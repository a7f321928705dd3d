import { useTranslate } from 'ra-core';
import { TextPage } from './TextPage';

const sections = ['who', 'repair', 'steps', 'languages', 'account'] as const;

/** sts-description: what the portal is and how a request runs. */
export default function Description() {
  const translate = useTranslate();
  return (
    <TextPage
      title={translate('pages.description.title')}
      lead={translate('pages.description.lead')}
      sections={sections.map((key) => ({
        title: translate(`pages.description.${key}.title`),
        text: translate(`pages.description.${key}.text`),
      }))}
    />
  );
}
