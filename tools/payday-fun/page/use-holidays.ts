import { useEffect, useState } from 'react';
import { askHolidays } from './ask-holidays.ts';
import { missingYears } from './holiday-calendar.ts';
import { usePayday } from './payday-context.ts';
import type { PayPlan } from './plan/pay-plan.ts';

/** Sees to it that a pay has the holidays of the years around today. `missing`: they are not here, and the server did not answer. */
export function useHolidays(plan: PayPlan): { readonly status: 'here' | 'asked' | 'missing'; readonly retry: () => void } {
  const { today, keepHolidays } = usePayday();
  const [attempt, setAttempt] = useState(0);
  const [failedFor, setFailedFor] = useState('');
  const { id, country, region } = plan;
  const years = missingYears(plan, plan.holidays, today).join(' ');
  const question = years === '' ? '' : `${id} ${country} ${region} ${years} ${attempt}`;
  useEffect(() => {
    if (years === '' || question === '') return;
    let isOver = false;
    void askHolidays({ country, region }, years.split(' ').map(Number)).then(async (holidays) => {
      if (isOver) return;
      const isKept = holidays !== undefined && (await keepHolidays(id, holidays));
      if (!isKept && !isOver) setFailedFor(question);
    });
    return () => {
      isOver = true;
    };
  }, [question, years, id, country, region, keepHolidays]);
  useEffect(() => {
    const retry = () => setAttempt((count) => count + 1);
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, []);
  return {
    status: question === '' ? 'here' : failedFor === question ? 'missing' : 'asked',
    retry: () => setAttempt((count) => count + 1),
  };
}
