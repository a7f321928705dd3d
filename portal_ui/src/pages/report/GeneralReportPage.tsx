import PrintIcon from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useEffect } from 'react';
import DeclaredList from '../../kernel/list/DeclaredList';
import type { ListView } from '../../kernel/list/ListViews';
import { ReportCharts } from './ReportCharts';

const views: readonly ListView[] = [{ key: 'charts', label: 'report.charts', Body: ReportCharts }];

/** The general report (spec 2, 2.2): a declared list that wants a filter, and charts of the same rows. */
export default function GeneralReportPage() {
  const translate = useTranslate();
  usePrintsLight();
  return (
    <DeclaredList
      name="general-report"
      extras={{}}
      views={views}
      actions={
        <Button startIcon={<PrintIcon />} onClick={() => window.print()}>
          {translate('report.print')}
        </Button>
      }
    />
  );
}

const attribute = 'data-mode';

/** Paper is white: while something is printed the page has its light colours, whatever is chosen for the screen. */
function usePrintsLight(): void {
  useEffect(() => {
    const printing = window.matchMedia('print');
    let before: string | null = null;
    const switchMode = () => {
      const root = document.documentElement;
      if (printing.matches) {
        before = root.getAttribute(attribute);
        root.setAttribute(attribute, 'light');
      } else if (before !== null) {
        root.setAttribute(attribute, before);
        before = null;
      }
    };
    printing.addEventListener('change', switchMode);
    return () => printing.removeEventListener('change', switchMode);
  }, []);
}
