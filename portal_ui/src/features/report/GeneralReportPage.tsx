import PrintIcon from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { createMessagesProvider } from '../../core/i18n/createMessagesProvider';
import type { ListView } from '../../core/lists/ListViewTabs';
import ResourceList from '../../core/lists/ResourceList';
import { iconOnPhone } from '../../core/ui/ExportButton';
import { ReportCharts } from './ReportCharts';

const Messages = createMessagesProvider({
  en: () => import('../../../../locale/en/report.json'),
  es: () => import('../../../../locale/es/report.json'),
});

const views: readonly ListView[] = [{ key: 'charts', label: 'report.charts', Body: ReportCharts }];

const extras = {};

/** Page of the general report (spec 2, 2.2). It is a list that requires a filter, with charts of the same rows. */
export default function GeneralReportPage() {
  return (
    <Messages>
      <Report />
    </Messages>
  );
}

function Report() {
  const translate = useTranslate();
  return (
    <ResourceList
      name="general-report"
      extras={extras}
      views={views}
      actions={
        <Button
          startIcon={<PrintIcon />}
          onClick={() => window.print()}
          aria-label={translate('shared.print')}
          sx={iconOnPhone}
        >
          <span>{translate('shared.print')}</span>
        </Button>
      }
    />
  );
}
