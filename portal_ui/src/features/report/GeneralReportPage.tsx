import { createMessagesProvider } from '../../core/i18n/createMessagesProvider';
import type { ListView } from '../../core/lists/ListViewTabs';
import ResourceList from '../../core/lists/ResourceList';
import type { ColumnOverrides } from '../../core/lists/rows';
import { PrintButton } from '../../core/ui/PrintButton';
import { ReportCharts } from './ReportCharts';

const Messages = createMessagesProvider(import.meta.glob('../../../../locale/*/report.json'));

const views: readonly ListView[] = [{ key: 'charts', label: 'report.charts', Body: ReportCharts }];

/** The service has its own line of a card; the header of the time is one line. */
const extras: ColumnOverrides = { service: { card: 'step' }, createdAt: { width: 168 } };

/** Page of the general report (spec 2, 2.2). It is a list that requires a filter, with charts of the same rows. */
export default function GeneralReportPage() {
  return (
    <Messages>
      <Report />
    </Messages>
  );
}

function Report() {
  return <ResourceList name="general-report" extras={extras} views={views} actions={<PrintButton />} />;
}
