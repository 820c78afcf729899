/**
 * Long passwords that guessing starts with, in lower case and without spaces: from the public lists of leaked ones, those of
 * twelve characters and more, and the shapes people reach for when a shorter one is refused.
 */
const commonPasswords: ReadonlySet<string> = new Set(
  `
  123456789012 1234567890123 12345678901234 123456789101112 1234567891011 12345678910111213 123123123123 123412341234 123456123456
  123456654321 123456789abc 123456789qwe 1234567890qwe 1234567890qwertyuiop 1q2w3e4r5t6y 1q2w3e4r5t6y7u 1q2w3e4r5t6y7u8i
  1q2w3e4r5t6y7u8i9o0p 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw23edc zaq12wsxcde3 zaq1xsw2cde3 qazwsxedcrfv qazwsxedc123 qwerty123456
  qwerty1234567 qwerty12345678 qwerty123456789 qwerty1234567890 qwertyqwerty qwertyuiop12 qwertyuiop123 qwertyuiop1234 qwertyuiopas
  qwertyuiopasdf qwertyuiopasdfgh qwertyuiopasdfghjkl qwertyuiopasdfghjklzxcvbnm qwertyuiop[] asdfghjkl123 asdfasdfasdf
  asdfghjklzxcvbnm zxcvbnmasdfghjkl zxcvbnm12345 abcdefghijkl abcdefghijklm abcdefghijklmnopqrstuvwxyz abcd12345678 abc123456789
  abc123abc123 abcabcabcabc a1b2c3d4e5f6 a1b2c3d4e5f6g7 aaaaaaaaaaaa aa1234567890 administrator administrator1 admin1234567
  admin12345678 admin123admin adminadminadmin adminadmin12 adminadmin123 admin@123456 admin@123456789 password1234 password12345
  password123456 password1234567 password12345678 password123456789 password123! password123!! password1234! password12345!
  passwordpassword password@123 password@1234 password@12345 password!123 p@ssword1234 p@ssw0rd1234 p@ssw0rd12345 p@ssw0rd123!
  passw0rd1234 passw0rd123! pa55word1234 pa$$word1234 passwort1234 mypassword12 mypassword123 mypassword1234 mysecretpassword
  mysecurepassword newpassword1 newpassword12 newpassword123 strongpassword securepassword secretpassword secretsecret supersecret1
  supersecret123 topsecret123 changeme1234 changeme12345 changeme123! changemenow1 changemechangeme letmein12345 letmein123456
  letmeinletmein letmeinplease welcome12345 welcome123456 welcome12345! welcome@1234 welcomewelcome trustno1trustno1 iloveyou1234
  iloveyou12345 iloveyou123456 iloveyou123! iloveyouiloveyou iloveyousomuch iloveyouforever iloveyoubaby ilovemyfamily ilovemymother
  ilovemyself1 ilovejesus123 jesuschrist1 jesusisgood1 jesusislord1 correcthorsebatterystaple thisismypassword thisisapassword
  thisispassword thequickbrownfox thequickbrownfoxjumpsoverthelazydog thequickbrown tobeornottobe maytheforcebewithyou opensesame123
  abracadabra1 abracadabra123 computer1234 computer12345 internet1234 football1234 football12345 baseball1234 basketball12
  basketball123 manchester123 manchesterunited liverpoolfc123 realmadrid123 barcelona123 barcelona1234 superman1234 superman12345
  spiderman1234 batman123456 pokemon123456 minecraft123 minecraft1234 starwars1234 starwars12345 dragon123456 dragonball123
  monkey123456 princess1234 princess12345 sunshine1234 sunshine12345 sunshine123! michael12345 michelle1234 jennifer1234 jordan123456
  charlie12345 samsung12345 samsung123456 google123456 facebook1234 facebook12345 linkedin1234 linkedin12345 microsoft123 windows12345
  master123456 shadow123456 killer123456 freedom12345 whatever1234 hello1234567 helloworld12 helloworld123 helloworld1234 hellohello123
  testtesttest test12345678 test123456789 test1234test testing12345 testpassword testpassword1 testpassword123 temppassword
  temporary123 default12345 guestguest12 rootrootroot root12345678 useruseruser user12345678 username1234 usernameuser loginlogin12
  login1234567 summer202020 summer2023!! summer2024!! summer2025!! winter2023!! winter2024!! winter2025!! spring2024!! spring2025!!
  autumn2024!! autumn2025!! january12345 december1234 november1234 castellan123 castellan1234 castellan12345 castellancastellan
  111111111111 111122223333 112233445566 11223344556677 121212121212 123321123321 000000000000 010203040506 098765432109 0987654321qwe
  147258369147 147258369000 159357159357 159753159753 222222222222 246810121416 333333333333 444444444444 555555555555 666666666666
  777777777777 888888888888 987654321000 987654321123 9876543210987 999999999999 qweqweqweqwe qwe123qwe123 qweasdzxc123 qweasdzxcqwe
  qwerasdfzxcv q1w2e3r4t5y6 q1w2e3r4t5y6u7i8 q1w2e3r4t5y6u7i8o9p0 asd123asd123 zxcvbnmzxcvbnm zxc123zxc123 xxxxxxxxxxxx poiuytrewq12
  mnbvcxzlkjhgfdsapoiuytrewq !qaz2wsx3edc !qaz2wsx#edc !qaz@wsx#edc !qaz1qaz!qaz
  `
    .trim()
    .split(/\s+/),
);

/** Whether a password is a common one, whatever its case and the spaces, hyphens and underscores between its words. */
export function isCommonPassword(password: string): boolean {
  return commonPasswords.has(password.toLowerCase().replace(/[\s_-]/g, ''));
}
