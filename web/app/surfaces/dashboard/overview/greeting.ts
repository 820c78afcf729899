/** What the overview says to the owner at a time of day: morning before 12, afternoon before 18, else evening (spec §2). */
export function greetingAt(hour: number): 'Good morning' | 'Good afternoon' | 'Good evening' {
  if (hour < 12) return 'Good morning';
  return hour < 18 ? 'Good afternoon' : 'Good evening';
}
