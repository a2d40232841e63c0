// swift-format-ignore-file
// Written by Scripts/make-cities.py; change that script, not this file.

/// The sample data of `quarry demo`: 5076 cities and 250 countries and territories.
///
/// Source: GeoNames, https://www.geonames.org, licensed under CC BY 4.0
/// (https://creativecommons.org/licenses/by/4.0/). The data was selected and reformatted;
/// `solsticeSunrise` was computed from the coordinates.
///
/// Both tables have one record a line, most populous first, below a header row. Fields are
/// separated by tabs and list members by `|`. An empty field means that there is no value.
enum CityData {
    /// The most populous cities of the world, and every national capital in the source.
    ///
    /// - `id`: record name, `city-` and the GeoNames id
    /// - `name`: name of the city, with accents
    /// - `alternateNames`: list of names in other languages and scripts
    /// - `country`: ISO 3166-1 alpha-2 code, the `code` of a line of ``countries``
    /// - `population`: number of inhabitants
    /// - `latitude`, `longitude`: WGS 84, in degrees; north and east are positive
    /// - `solsticeSunrise`: sunrise on the local date 21 December 2026, the December solstice,
    ///   as an ISO 8601 date in UTC, to about a minute; empty in the polar night
    /// - `timeZone`: IANA time zone
    static let cities: String = #"""
id	name	alternateNames	country	population	latitude	longitude	solsticeSunrise	timeZone
city-1796236	Shanghai	上海|شاڭخەي|Xangai|Szanghaj|Sjanghai|Šanghaj|Şanghay|Шанхай	CN	24874500	31.2222	121.4581	2026-12-20T22:48:00Z	Asia/Shanghai
city-1816670	Beijing	北京|بېيجىڭ|Pékin|Pechino|Pequim|Peking|Pekinas|Пекин	CN	18960744	39.9075	116.3972	2026-12-20T23:32:00Z	Asia/Shanghai
city-1795565	Shenzhen	深圳市|شېنجېن شەھىرى|Šen-čen|Sencsen|Šendženas|Šenžen|Thâm Quyến|Шэньчжэнь	CN	17494398	22.5455	114.0683	2026-12-20T22:59:00Z	Asia/Shanghai
city-1809858	Guangzhou	广州|廣州|Canton|Cantão|Kanton|Guangdžou|Quảng Châu|Гуанчжоу	CN	16096724	23.1167	113.25	2026-12-20T23:03:00Z	Asia/Shanghai
city-2314302	Kinshasa	Kinsasa|Quinxassa|Kinszasa|Киншаса|金夏沙|كينشاسا	CD	16000000	-4.3276	15.3136	2026-12-21T04:45:00Z	Africa/Kinshasa
city-745044	Istanbul	Estambul|Istambul|Stambuł|Isztambul|Стамбул|伊斯坦布尔|اسطنبول	TR	15701602	41.0138	28.9497	2026-12-21T05:25:00Z	Europe/Istanbul
city-2332459	Lagos	Èkó|Lagosas|Лагос|拉哥斯|لاغوس	NG	15388000	6.4541	3.3947	2026-12-21T05:52:00Z	Africa/Lagos
city-1566083	Ho Chi Minh City	Thành phố Hồ Chí Minh|Hô Chi Minh Ville|Ho-Chi-Minh-Stadt|Ciudad Ho Chi Minh|Ho Chi Minh|Хошимин|胡志明市|مدينة هو تشي مينه	VN	14002598	10.823	106.6296	2026-12-20T23:06:00Z	Asia/Ho_Chi_Minh
city-1815286	Chengdu	成都|چېڭدۇ شەھىر|Čcheng-tu|Csengtu|Çengdu|Thành Đô|Чэнду	CN	13568357	30.6667	104.0667	2026-12-20T23:57:00Z	Asia/Shanghai
city-1172451	Lahore	لاھور|ਲਹੌਰ|Lahaur|Lahor|Lahoras|Лахор	PK	13004135	31.558	74.3507	2026-12-21T01:58:00Z	Asia/Karachi
city-1275339	Mumbai	बम्बई|মুম্বই|Bombay|Mumbaj|Mumbajus|Mumbay|Мумбаи	IN	12691836	19.0728	72.8826	2026-12-21T01:37:00Z	Asia/Kolkata
city-3448439	São Paulo	San Paolo|San Paulas|Сан-Паулу|聖保羅|ساو باولو	BR	12400232	-23.5475	-46.6361	2026-12-21T08:17:00Z	America/Sao_Paulo
city-3530597	Mexico City	Ciudad de México|Mexico|Mexiko-Stadt|Città del Messico|Cidade do México|Мехико|墨西哥城|مدينة مكسيكو	MX	12294193	19.4285	-99.1277	2026-12-21T13:06:00Z	America/Mexico_City
city-1174872	Karachi	کراچی|ਕਰਾਚੀ|Karatschi|Carachi|Karaczi|Karáčí|Karacsi|Карачи	PK	11624219	24.8608	67.0104	2026-12-21T02:12:00Z	Asia/Karachi
city-1792947	Tianjin	天津|تيەنجىن شەھىرى|Tiencin|Tchien-ťin|Tiencsin|Tiandzinas|Thiên Tân|Тяньцзинь	CN	11090314	39.1422	117.1767	2026-12-20T23:27:00Z	Asia/Shanghai
city-1273294	Delhi	दिल्ली|দিল্লি|Deli|Dillí|Delis|Дели	IN	11034555	28.6519	77.2315	2026-12-21T01:39:00Z	Asia/Kolkata
city-1791247	Wuhan	武汉|武漢|Wu-chan|Vuhan|Uhanas|Ухань	CN	10392693	30.5833	114.2667	2026-12-20T23:16:00Z	Asia/Shanghai
city-524901	Moscow	Москва|Мәскәү|Moscou|Moskau|Moscú|Mosca|Moscovo|莫斯科	RU	10381222	55.752	37.6178	2026-12-21T05:57:00Z	Europe/Moscow
city-1185241	Dhaka	ঢাকা|Dacca|Daca|Dakka|Daka|Дакка|达卡	BD	10356500	23.7104	90.4074	2026-12-21T00:36:00Z	Asia/Dhaka
city-1835848	Seoul	서울특별시|Seúl|Seoel|Soul|Szöul|Seulas|Сеул|首尔特别市	KR	10349312	37.566	126.9784	2026-12-20T22:43:00Z	Asia/Seoul
city-1850147	Tokyo	東京都|Tokio|Tóquio|Tokijas|Токио|东京	JP	9733276	35.6895	139.6917	2026-12-20T21:47:00Z	Asia/Tokyo
city-1812545	Dongguan	东莞市|東莞|Tungkuan|Đông Hoản|Дунгуань	CN	9644871	23.018	113.7487	2026-12-20T23:01:00Z	Asia/Shanghai
city-360630	Cairo	القاهرة|Le Caire|Kairo|El Cairo|Il Cairo|Kair|Каир|开罗	EG	9606916	30.0626	31.2497	2026-12-21T04:47:00Z	Africa/Cairo
city-1790630	Xi’an	西安|شىئەن شەھىرى|Sianas|Tây An|Сиань	CN	9600000	34.2583	108.9286	2026-12-20T23:46:00Z	Asia/Shanghai
city-993800	Johannesburg	EGoli|IJohannesburg|Johannesbourg|Johannesburgo|Joanesburgo|Йоханнесбург|约翰内斯堡|جوهانسبرغ	ZA	9418183	-26.2023	28.0436	2026-12-21T03:12:00Z	Africa/Johannesburg
city-1799962	Nanjing	南京|نەنجىڭ شەھىرى|Nankin|Nanchino|Nanquim|Nankinas|Nam Kinh|Нанкин	CN	9314685	32.0617	118.7778	2026-12-20T23:01:00Z	Asia/Shanghai
city-1808926	Hangzhou	杭州|خاڭجۇ شەھىر|Chang-čou|Hangcsou|Hangdžou|Hàng Châu|Ханчжоу	CN	9236032	30.2936	120.1614	2026-12-20T22:51:00Z	Asia/Shanghai
city-1811103	Foshan	佛山市|فۇشەن شەھىر|Fo-šan|Fošanas|Phật Sơn|Фошань	CN	9042509	23.0268	113.1315	2026-12-20T23:04:00Z	Asia/Shanghai
city-2643743	London	Llundain|Lunnainn|Londres|Londra|Londyn|Лондон|伦敦|لندن	GB	8961989	51.5085	-0.1257	2026-12-21T08:04:00Z	Europe/London
city-5128581	New York City	New York|Nueva York|Nova Iorque|Nowy Jork|New York kenti|Нью-Йорк|紐約市|نيويورك	US	8804190	40.7143	-74.006	2026-12-21T12:16:00Z	America/New_York
city-1642911	Jakarta	Yakarta|Giacarta|Dżakarta|Джакарта|雅加达|جاكارتا	ID	8540121	-6.2146	106.8451	2026-12-20T22:36:00Z	Asia/Jakarta
city-1277333	Bengaluru	बंगलौर|বাঙ্গালোর|Bangalore|Bangalur|Bengalūras|Бангалор	IN	8495492	12.9719	77.5937	2026-12-21T01:07:00Z	Asia/Kolkata
city-1581130	Hanoi	河內市|ទីក្រុងហានូយ|Hanoj|Hanojus|Ханой	VN	8053663	21.0245	105.8412	2026-12-20T23:29:00Z	Asia/Bangkok
city-1668341	Taipei	台北市|Taipeh|Taipé|Tajpej|Tchaj-pej|Taibėjus|Тайбэй|Ταϊπέι	TW	7871900	25.0531	121.5264	2026-12-20T22:34:00Z	Asia/Taipei
city-3936456	Lima	Лима|利馬|ليما	PE	7737002	-12.0432	-77.0282	2026-12-21T10:41:00Z	America/Lima
city-3688689	Bogotá	Богота|波哥大|بوغوتا	CO	7674366	4.6097	-74.0817	2026-12-21T10:59:00Z	America/Bogota
city-1814906	Chongqing	重庆|چۇڭچىڭ شەھىرى|Tsjoengking|Čchung-čching|Csungking|Çongçing|Čongčingas|Чунцин	CN	7457599	29.5603	106.5577	2026-12-20T23:44:00Z	Asia/Shanghai
city-1819729	Hong Kong	香港|Victoria|Гонконг|هونغ كونغ	HK	7396076	22.2783	114.1747	2026-12-20T22:58:00Z	Asia/Hong_Kong
city-98182	Baghdad	بغداد|Bexda|Bagdad|Bagdá|Bağdat|Bagdadas|Багдад|巴格达	IQ	7216000	33.3406	44.4009	2026-12-21T04:02:00Z	Asia/Baghdad
city-1797929	Qingdao	青岛市|青島|Čching-tao|Csingtao|Čingdao|Thanh Đảo|Циндао	CN	7172451	36.0649	120.3804	2026-12-20T23:05:00Z	Asia/Shanghai
city-112931	Tehran	تهران|Téhéran|Teerão|Tahran|Teheranas|Тегеран|德黑兰	IR	7153309	35.6944	51.4215	2026-12-21T03:40:00Z	Asia/Tehran
city-2034937	Shenyang	沈阳|瀋陽|Šen-jang|Šenjangas|Thẩm Dương|Шэньян	CN	7050000	41.7922	123.4328	2026-12-20T23:10:00Z	Asia/Shanghai
city-1269843	Hyderabad	हैदराबाद|হায়দ্রাবাদ|Haiderabad|Hajdarábád|Haidarabadas|Хайдарабад	IN	6993262	17.384	78.4564	2026-12-21T01:11:00Z	Asia/Kolkata
city-3451190	Rio de Janeiro	Rio de Žaneiras|Рио-де-Жанейро|里约热内卢|ريو دي جانيرو	BR	6747815	-22.9064	-43.1822	2026-12-21T08:04:00Z	America/Sao_Paulo
city-1886760	Suzhou	苏州|蘇州|Su-čou|Szucsou|Sudžou|Tô Châu|Сучжоу	CN	6715559	31.3041	120.5954	2026-12-20T22:52:00Z	Asia/Shanghai
city-1279233	Ahmedabad	अहमदाबाद|আহমেদাবাদ|Ahmadabad|Ahmadabadas|Ахмадабад	IN	6357693	23.0258	72.5873	2026-12-21T01:46:00Z	Asia/Kolkata
city-2293538	Abidjan	Abiyán|Abidżan|Abidžanas|Абиджан|阿比让|أبيدجان	CI	6321017	5.3544	-4.0017	2026-12-21T06:20:00Z	Africa/Abidjan
city-2147714	Sydney	Sídney|Sidnėjus|Сидней|悉尼|سيدني	AU	5638830	-33.8678	151.2073	2026-12-20T18:41:00Z	Australia/Sydney
city-1880252	Singapore	Danmaxi|Garden City|Little Red Dot|Сингапур|سنغافورة|新加坡	SG	5638700	1.2897	103.8501	2026-12-20T23:01:00Z	Asia/Singapore
city-2158177	Melbourne	Melburnas|Мельбурн|墨尔本|ملبورن	AU	5435590	-37.814	144.9633	2026-12-20T18:54:00Z	Australia/Melbourne
city-160263	Dar es Salaam	دار السلام|Dar es Salam|Darüsselam|Dar es Salamas|Дар-эс-Салам|达累斯萨拉姆	TZ	5383728	-6.8235	39.2695	2026-12-21T03:05:00Z	Africa/Dar_es_Salaam
city-498817	Saint Petersburg	Санкт-Петербург|Sankt-Peterburg|Saint-Pétersbourg|Sankt Petersburg|San Petersburgo|San Pietroburgo|聖彼得堡|سانت بطرسبرغ	RU	5351935	59.9386	30.3141	2026-12-21T07:00:00Z	Europe/Moscow
city-361058	Alexandria	الإسكندرية|Alexandrie|Alejandría|Alessandria d'Egitto|Aleksandria|İskenderiye|Александрия|亞歷山卓	EG	5263542	31.2018	29.9158	2026-12-21T04:55:00Z	Africa/Cairo
city-2037013	Harbin	哈尔滨|哈爾濱|Charbin|Charbinas|Cáp Nhĩ Tân|Харбин	CN	5242897	45.75	126.65	2026-12-20T23:11:00Z	Asia/Shanghai
city-1609350	Bangkok	กรุงเทพมหานคร|Banguecoque|Bankokas|Бангкок|曼谷	TH	5104476	13.754	100.5014	2026-12-20T23:36:00Z	Asia/Bangkok
city-1808722	Hefei	合肥|خېفېي شەھىر|Che-fej|Hofej|Hefėjus|Hợp Phì|Хэфэй	CN	5050000	31.8639	117.2808	2026-12-20T23:07:00Z	Asia/Shanghai
city-1814087	Dalian	大连市|大連|Далянь	CN	4913879	38.9122	121.6022	2026-12-20T23:08:00Z	Asia/Shanghai
city-2335204	Kano	Kanas|Кано|卡諾|كانو	NG	4910000	12.0001	8.5167	2026-12-21T05:41:00Z	Africa/Lagos
city-3871336	Santiago	Santiago de Chile|Santiago du Chili|Santiago del Cile|Santiago do Chile|Čilės Santjagas|Сантьяго|圣地亚哥|سانتياغو	CL	4837295	-33.4569	-70.6483	2026-12-21T09:29:00Z	America/Santiago
city-3369157	Cape Town	iKapa|Kaapstad|Le Cap|Kapstadt|Ciudad del Cabo|Кейптаун|開普敦|كيب تاون	ZA	4772846	-33.9258	18.4232	2026-12-21T03:32:00Z	Africa/Johannesburg
city-1168197	Peshawar	پشاور|ਪੇਸ਼ਾਵਰ|Peschawar|Pexauar|Peszawar|Pesjawar|Péšávar|Пешавар	PK	4758762	34.008	71.5785	2026-12-21T02:15:00Z	Asia/Karachi
city-2038180	Changchun	长春市|長春|Čchang-čchun|Csangcsun|Çangçun|Čangčunas|Trường Xuân|Чанчунь	CN	4714996	43.88	125.3228	2026-12-20T23:09:00Z	Asia/Shanghai
city-105343	Jeddah	جدة|Djeddah|Dschidda|Jedda|Jidá|Dżudda|Джидда|吉达	SA	4697000	21.4901	39.1862	2026-12-21T03:56:00Z	Asia/Riyadh
city-1264527	Chennai	चेन्नई|চেন্নাই|Ćennaj|Čennaí|Csennai|Čenajus|Ченнаи	IN	4681087	13.0878	80.2785	2026-12-21T00:56:00Z	Asia/Kolkata
city-1275004	Kolkata	कोलकाता|కోల్‌కాతా|Calcutta|Kalkutta|Calcuta|Kalkuta|Kalkata|Колката	IN	4631392	22.5626	88.363	2026-12-21T00:42:00Z	Asia/Kolkata
city-1790645	Xiamen	厦门市|廈門|Amoy|Sia-men|Hsziamen|Siamenas|Hạ Môn|Сямэнь	CN	4617251	24.4798	118.0819	2026-12-20T22:47:00Z	Asia/Shanghai
city-1255364	Surat	सुरत|સુરત|Surate|Suratas|苏拉特	IN	4591246	21.1959	72.8302	2026-12-21T01:41:00Z	Asia/Kolkata
city-1298824	Yangon	Rangun|Rangoon|Rangum|Rangūnas|Янгон|仰光|يانغون	MM	4477638	16.8053	96.1561	2026-12-20T23:59:00Z	Asia/Yangon
city-1138958	Kabul	کابل|Kobul|Kaboul|Cabul|Kâbil|Kabulas|Кабул|喀布尔	AF	4434550	34.5281	69.1723	2026-12-21T02:26:00Z	Asia/Kabul
city-184745	Nairobi	Nairobis|Найроби|奈洛比|نيروبي	KE	4397073	-1.2833	36.8167	2026-12-21T03:25:00Z	Africa/Nairobi
city-1790923	Wuxi	无锡|無錫|Wu-si|Vuhszi|Usis|Vô Tích|Уси	CN	4396835	31.5689	120.2886	2026-12-20T22:54:00Z	Asia/Shanghai
city-360995	Giza	الجيزة|Gizeh|Guiza|Gizé|Гиза|ギーザ	EG	4367343	30.0094	31.2086	2026-12-21T04:47:00Z	Africa/Cairo
city-1805753	Jinan	济南|濟南|Ťi-nan|Csinan|Dzinanas|Tế Nam|Цзинань	CN	4335989	36.6683	116.9972	2026-12-20T23:20:00Z	Asia/Shanghai
city-1793511	Taiyuan	太原|تەييۈەن شەھىرى|Tchaj-jüan|Tajjüan|Tajuanas|Thái Nguyên|Тайюань	CN	4303673	37.8694	112.5603	2026-12-20T23:41:00Z	Asia/Shanghai
city-1784658	Zhengzhou	郑州|鄭州|Czengczou|Čeng-čou|Csengcsou|Džengdžou|Trịnh Châu|Чжэнчжоу	CN	4253913	34.7578	113.6486	2026-12-20T23:28:00Z	Asia/Shanghai
city-2460596	Bamako	Bamakas|Бамако|巴馬科|باماكو	ML	4227569	12.6091	-7.9752	2026-12-21T06:48:00Z	Africa/Bamako
city-108410	Riyadh	الرياض|Riyad|Riad|Riade|Rijad|Rijadas|Эр-Рияд|利雅德	SA	4205961	24.6877	46.7219	2026-12-21T03:33:00Z	Asia/Riyadh
city-12908892	New Taipei City	Nea Taipei|Neu-Taipeh|New Taipei|Нови Тајпеј|新北	TW	4004367	25.062	121.457	2026-12-20T22:35:00Z	Asia/Taipei
city-1795270	Shijiazhuang	石家庄市|石家莊|Š’-ťia-čuang|Sicsiacsuang|Šidziadžuangas|Thạch Gia Trang|Шицзячжуан	CN	3938513	38.0414	114.4786	2026-12-20T23:34:00Z	Asia/Shanghai
city-1205733	Chattogram	চট্টগ্রাম|Chittagong|Ćottogram|Čattagrám|Csittagong|Čitagongas|Читтагонг|吉大港市	BD	3920222	22.3384	91.8317	2026-12-21T00:27:00Z	Asia/Dhaka
city-344979	Addis Ababa	Ādīs Ābeba|Addis-Abeba|Addisz-Abeba|Аддис-Абеба|阿迪斯阿貝巴|أديس أبابا	ET	3860000	9.025	38.7469	2026-12-21T03:35:00Z	Africa/Addis_Ababa
city-1804651	Kunming	昆明|كۈنمىڭ شەھىرى|Kchun-ming|Kunmingas|Côn Minh|Куньмин	CN	3855346	25.0389	102.7183	2026-12-20T23:49:00Z	Asia/Shanghai
city-6986104	Zhongshan	中山|Jongshen shehiri|Čung-šan|Trung Sơn|Чжуншань|중산 시	CN	3841873	22.5231	113.3791	2026-12-20T23:02:00Z	Asia/Shanghai
city-1799869	Nanning	南宁|南寧|Naningas|Nam Ninh|Наньнин	CN	3839800	22.8167	108.3167	2026-12-20T23:22:00Z	Asia/Shanghai
city-1795940	Shantou	汕头市|汕頭|Šan-tchou|Santou|Sán Đầu|Шаньтоу	CN	3838900	23.3549	116.6788	2026-12-20T22:50:00Z	Asia/Shanghai
city-5368361	Los Angeles	Los Andželas|Лос-Анджелес|洛杉矶|لوس أنجلوس	US	3820914	34.0522	-118.2437	2026-12-21T14:55:00Z	America/Los_Angeles
city-1179400	Faisalabad	فیصل آباد|Fajsalabad|Feisalabadas|Фейсалабаде|فيصل آباد	PK	3800193	31.4155	73.0897	2026-12-21T02:02:00Z	Asia/Karachi
city-292223	Dubai	دبي|دبی|Dubaj|Dubajus|Дубай	AE	3790000	25.0772	55.3093	2026-12-21T02:59:00Z	Asia/Dubai
city-1848354	Yokohama	横浜市|Jokohama|Иокогама|横滨市	JP	3777491	35.4333	139.65	2026-12-20T21:46:00Z	Asia/Tokyo
city-1810821	Fuzhou	福州市|福州|Fucheu|Fu-čou|Fucsou|Fudžou|Phúc Châu|Фучжоу	CN	3740000	26.0614	119.3061	2026-12-20T22:45:00Z	Asia/Shanghai
city-1799397	Ningbo	宁波|寧波|Ninh Ba|Нинбо	CN	3731203	29.8782	121.5494	2026-12-20T22:45:00Z	Asia/Shanghai
city-2553604	Casablanca	الدار البيضاء|ⴰⵏⴼⴰ|Dâr-ül-Beydâ|Kasablanka|Касабланка	MA	3665954	33.5883	-7.6114	2026-12-21T07:31:00Z	Africa/Casablanca
city-2339354	Ibadan	Ibadanas|Ибадан|伊巴丹|إبادان	NG	3649000	7.3776	3.9059	2026-12-21T05:51:00Z	Africa/Lagos
city-1798425	Puyang	浦阳	CN	3590000	29.4568	119.8887	2026-12-20T22:51:00Z	Asia/Shanghai
city-323786	Ankara	Enqere|Ancara|Анкара|安卡拉|أنقرة	TR	3517182	39.9199	32.8543	2026-12-21T05:06:00Z	Europe/Istanbul
city-1794903	Shiyan	十堰|Š-jen|Thập Yển|Шиянь|스옌 시	CN	3460000	32.6475	110.7781	2026-12-20T23:35:00Z	Asia/Shanghai
city-2950159	Berlin	Berlino|Berlim|Berlijn|Berliini|Berlynas|Берлин|柏林|برلين	DE	3426354	52.5244	13.4105	2026-12-21T07:15:00Z	Europe/Berlin
city-1793346	Tangshan	唐山市|تاڭشەن شەھىرى|Tchang-šan|Tangšanas|Đường Sơn|Таншань	CN	3372102	39.6438	118.1832	2026-12-20T23:24:00Z	Asia/Shanghai
city-1166993	Rawalpindi	راولپنڈی|ਰਾਵਲਪਿੰਡੀ|Rávalpindí|Ravalpindis|Равалпинди	PK	3357612	33.5973	73.0479	2026-12-21T02:08:00Z	Asia/Karachi
city-1007311	Durban	ITheku|EThekwini|Durbanas|Дурбан|德班|ديربان	ZA	3338026	-29.8579	31.0292	2026-12-21T02:52:00Z	Africa/Johannesburg
city-1815456	Changzhou	常州市|常州|Čchang-čou|Csangcsou|Čangdžou|Thường Châu|Чанчжоу	CN	3290918	31.7736	119.954	2026-12-20T22:56:00Z	Asia/Shanghai
city-1838524	Busan	부산광역시|Pusan|Пусан|釜山广域市	KR	3285147	35.1017	129.03	2026-12-20T22:28:00Z	Asia/Seoul
city-3117735	Madrid	Madril|Madryt|Madridas|Мадрид|马德里|مدريد	ES	3255944	40.4165	-3.7026	2026-12-21T07:34:00Z	Europe/Madrid
city-1871859	Pyongyang	평양직할시|Pjöngjang|Pionyang|Pionguiangue|Pchjongjang|Phenjan|Пхеньян|平壤	KP	3222000	39.0339	125.7543	2026-12-20T22:52:00Z	Asia/Pyongyang
city-1785286	Zibo	淄博|زىبو شەھىرى|C-po|Truy Bác|Цзыбо	CN	3129228	36.7906	118.0633	2026-12-20T23:16:00Z	Asia/Shanghai
city-1259229	Pune	पुणे|পুনে|poona|Púna|Пуна	IN	3124458	18.5196	73.8554	2026-12-21T01:32:00Z	Asia/Kolkata
city-750269	Bursa	Бурса|布尔萨|بورصة	TR	3101833	40.1956	29.0601	2026-12-21T05:22:00Z	Europe/Istanbul
city-1815577	Changsha	长沙市|長沙|Čchang-ša|Csangsa|Čangša|Trường Sa|Чанша	CN	3093980	28.1987	112.9709	2026-12-20T23:15:00Z	Asia/Shanghai
city-1692192	Quezon City	Quezon|Кесон-Сити	PH	3084270	14.6488	121.0509	2026-12-20T22:16:00Z	Asia/Manila
city-1269515	Jaipur	जयपुर|জয়পুর|Dźajpur|Dzsaipur|Džaipuras|Джайпур	IN	3046163	26.9196	75.7878	2026-12-21T01:41:00Z	Asia/Kolkata
city-1809461	Guiyang	贵阳|貴陽|Kuej-jang|Guijangas|Quý Dương|Гуйян	CN	3037159	26.5833	106.7167	2026-12-20T23:37:00Z	Asia/Shanghai
city-1529102	Ürümqi	乌鲁木齐|烏魯木齊|Urumczi|Urumči|Ürümcsi|Urumčis|Урумчи	CN	3029372	43.801	87.6005	2026-12-21T01:40:00Z	Asia/Urumqi
city-1625822	Surabaya	Kota Surabaya|Soerabaja|Surabaia|Surabaja|Сурабая|泗水|سورابايا	ID	3018022	-7.2492	112.7508	2026-12-20T22:10:00Z	Asia/Jakarta
city-1843564	Incheon	인천광역시|Inchon|Inčchon|Incshon|Inčonas|Nhân Xuyên|Инчхон|仁川广域市	KR	3015482	37.4565	126.7052	2026-12-20T22:44:00Z	Asia/Seoul
city-1804430	Lanzhou	兰州|蘭州|Lan-čou|Lancsou|Landžou|Lan Châu|Ланьчжоу	CN	3000000	36.057	103.8399	2026-12-21T00:11:00Z	Asia/Shanghai
city-3646738	Caracas	Karakas|Karakasas|Каракас|卡拉卡斯|كاراكاس	VE	3000000	10.488	-66.8792	2026-12-21T10:40:00Z	America/Caracas
city-703448	Kyiv	Київ|Киев|Kyiw|Kijów|Kyjev|Kijev|Kiova|基輔	UA	2952301	50.4547	30.5238	2026-12-21T05:56:00Z	Europe/Kyiv
city-311046	İzmir	Esmirna|Smirne|Izmiras|Измир|伊兹密尔|إزمير	TR	2938292	38.4127	27.1384	2026-12-21T05:25:00Z	Europe/Istanbul
city-1806776	Huizhou	惠州市|Xuyjo shehiri|Chuej-čou|Huệ Châu|Хуэйчжоу|恵州	CN	2900113	23.1115	114.4152	2026-12-20T22:59:00Z	Asia/Shanghai
city-3435910	Buenos Aires	Буэнос-Айрес|布宜诺斯艾利斯|بوينس آيرس	AR	2891082	-34.6131	-58.3772	2026-12-21T08:37:00Z	America/Argentina/Buenos_Aires
city-1809078	Haikou	海口市|海口|Chaj-kchou|Hajkou|Hải Khẩu|Хайкоу	CN	2873358	20.0342	110.3465	2026-12-20T23:09:00Z	Asia/Shanghai
city-1668399	Taichung	臺中市|Tâi-tiong-chhī|Taizhong|Tchaj-čung|Taičungas|Đài Trung|Тайчжун|تاي شانغ	TW	2850285	24.1469	120.6839	2026-12-20T22:36:00Z	Asia/Taipei
city-1267995	Kanpur	कानपुर|கான்பூர்|Kanpuras|Канпур	IN	2823249	26.4652	80.3498	2026-12-21T01:22:00Z	Asia/Kolkata
city-6167865	Toronto	Torontas|Торонто|多伦多|تورونتو	CA	2794356	43.7064	-79.3986	2026-12-21T12:48:00Z	America/Toronto
city-3652462	Quito	Kitas|Кито|基多|كيتو	EC	2781641	-0.2298	-78.525	2026-12-21T11:08:00Z	America/Guayaquil
city-2174003	Brisbane	Brisbenas|Брисбен|布里斯班|بريزبن	AU	2780063	-27.4679	153.0281	2026-12-20T18:49:00Z	Australia/Brisbane
city-2240449	Luanda	Луанда|罗安达|لواندا	AO	2776168	-8.8368	13.2343	2026-12-21T04:46:00Z	Africa/Luanda
city-1853909	Osaka	大阪市|Oszaka|Осака|أوساكا	JP	2753862	34.6938	135.5011	2026-12-20T22:01:00Z	Asia/Tokyo
city-1803318	Linyi	临沂|臨沂|Lâm Nghi|Линьи	CN	2743843	35.0631	118.3428	2026-12-20T23:11:00Z	Asia/Shanghai
city-1816971	Baoding	保定市|保定|Prefettura di Baoding|Baodingas|Bảo Định|Баодин	CN	2739887	38.8729	115.4625	2026-12-20T23:33:00Z	Asia/Shanghai
city-1673820	Kaohsiung	高雄市|Kaohsiung City|Гаосюн|가오슝 시	TW	2737660	22.6163	120.3133	2026-12-20T22:34:00Z	Asia/Taipei
city-5110302	Brooklyn	Bruklinas|Бруклин|布鲁克林区|بروكلين	US	2736074	40.6501	-73.9496	2026-12-21T12:16:00Z	America/New_York
city-3657509	Guayaquil	Guaiaquil|Gvajakilis|Гуаякиль|瓜亞基爾|غواياكيل	EC	2723665	-2.1962	-79.8862	2026-12-21T11:10:00Z	America/Guayaquil
city-3470127	Belo Horizonte	Белу-Оризонти|贝洛奥里藏特|بيلو هوريزونتي	BR	2721564	-19.9208	-43.9378	2026-12-21T08:14:00Z	America/Sao_Paulo
city-3450554	Salvador	Salvador da Bahia|Salvadoras|Салвадор|萨尔瓦多|سالفادور، باهيا	BR	2711840	-12.9756	-38.491	2026-12-21T08:05:00Z	America/Bahia
city-2352778	Abuja	Abudża|Абуджа|阿布贾|أبوجا	NG	2690000	9.0579	7.4951	2026-12-21T05:40:00Z	Africa/Lagos
city-4887398	Chicago	Şikago|Čikaga|Чикаго|芝加哥|شيكاغو	US	2664452	41.85	-87.65	2026-12-21T13:15:00Z	America/Chicago
city-1791388	Wenzhou	温州市|温州|Wen-čou|Vencsou|Vendžou|Ôn Châu|Вэньчжоу	CN	2650000	27.9994	120.6668	2026-12-20T22:44:00Z	Asia/Shanghai
city-1649378	Bekasi	Kota Bekasi|Bekasis|Бекаси|勿加泗|بيكاسي	ID	2648272	-6.2349	106.9896	2026-12-20T22:35:00Z	Asia/Jakarta
city-2253354	Dakar	Ndakaaru|Dacar|Dakaras|Дакар|達喀爾|داكار	SN	2646503	14.6937	-17.4441	2026-12-21T07:30:00Z	Africa/Dakar
city-1581298	Haiphong	海防市|Hajfong|Хайфон|هايفونغ	VN	2625200	20.8648	106.6834	2026-12-20T23:25:00Z	Asia/Bangkok
city-1785725	Yunfu	云浮市|雲浮|Jün-fu|Vân Phù|Юньфу	CN	2612800	22.9279	112.0381	2026-12-20T23:08:00Z	Asia/Shanghai
city-6619347	Navi Mumbai	Marathi  Maharashtra|Navi Moembaai|Navi Mumbaj|Нави Мумбаи|بمبئی نو|新孟買	IN	2600000	19.0368	73.0158	2026-12-21T01:36:00Z	Asia/Kolkata
city-53654	Mogadishu	Muqdisho|مقديشو|Mogadiscio|Mogadischu|Mogadiszu|Mogadišu|Могадишо|摩加迪休	SO	2587183	2.0371	45.3438	2026-12-21T02:56:00Z	Africa/Mogadishu
city-2298890	Kumasi	Kumasis|Кумаси|库马西|كوماسي	GH	2544530	6.6885	-1.6244	2026-12-21T06:12:00Z	Africa/Accra
city-1650357	Bandung	Kota Bandung|Bandungas|Бандунг|万隆|باندونج	ID	2528163	-6.9222	107.6069	2026-12-20T22:32:00Z	Asia/Jakarta
city-1177662	Gujranwala	گوجرانوالہ|Гайранвала	PK	2511118	32.1557	74.187	2026-12-21T02:00:00Z	Asia/Karachi
city-1797873	Huai'an	Ch'ing-chiang|Ch'ing-chiang-p'u|Ch'ing-chiang-shih|Хуайань|淮安	CN	2494013	33.5886	119.0192	2026-12-20T23:04:00Z	Asia/Shanghai
city-1214520	Medan	Kota Medan|Medanas|Медан|棉蘭|ميدان	ID	2486283	3.5833	98.6667	2026-12-20T23:26:00Z	Asia/Jakarta
city-1264733	Lucknow	लखनऊ|লক্ষ্ণৌ|Lakhnau|Laknaú|Лакхнау	IN	2472011	26.8393	80.9231	2026-12-21T01:21:00Z	Asia/Kolkata
city-2357048	Ouagadougou	Uagadugú|Wagadugu|Уагадугу|瓦加杜古|واغادوغو	BF	2415266	12.3657	-1.5339	2026-12-21T06:22:00Z	Africa/Ouagadougou
city-1262180	Nagpur	नागपुर|নাগপুর|Nagpuras|Нагпур	IN	2405665	21.1463	79.0849	2026-12-21T01:16:00Z	Asia/Kolkata
city-3399415	Fortaleza	Форталеза|福塔雷萨|فورتاليزا	BR	2400000	-3.7172	-38.5431	2026-12-21T08:22:00Z	America/Fortaleza
city-3687925	Cali	Santiago de Cali|Kalis|Кали|卡利|كالي	CO	2392877	3.4305	-76.5199	2026-12-21T11:06:00Z	America/Bogota
city-2063523	Perth	Pertas|Перт|珀斯|بيرث	AU	2384371	-31.9522	115.8614	2026-12-20T21:07:00Z	Australia/Perth
city-1835329	Daegu	대구광역시|Taegu|Tegu|Đại Khâu|Тэгу|大邱廣域市	KR	2365523	35.8703	128.5911	2026-12-20T22:32:00Z	Asia/Seoul
city-2507480	Algiers	الجزائر|Alger|Algier|Argel|Algeri|Alžír|Алжир|阿爾及爾	DZ	2364230	36.7323	3.0875	2026-12-21T06:56:00Z	Africa/Algiers
city-1800163	Nanchang	南昌|نەنچاڭ شەھىرى|Nan-čchang|Nancsang|Nančangas|Nam Xương|Наньчан	CN	2357839	28.684	115.8531	2026-12-20T23:05:00Z	Asia/Shanghai
city-587084	Baku	Bakı|Баку|Bakou|Bakoe|巴库|باكو	AZ	2351300	40.3777	49.892	2026-12-21T04:00:00Z	Asia/Baku
city-2036892	Hohhot	呼和浩特市|呼和浩特|Chöch chot|Huhhot|Hohotas|Хух-Хото	CN	2350000	40.8106	111.6522	2026-12-20T23:54:00Z	Asia/Shanghai
city-1856057	Nagoya	名古屋市|Nagoia|Nagoja|Нагоя|ناغويا	JP	2332176	35.1815	136.9064	2026-12-20T21:57:00Z	Asia/Tokyo
city-3169070	Rome	Roma|Rom|Rzym|Řím|Rooma|Рим|罗马市|روما	IT	2318895	41.8919	12.5113	2026-12-21T06:34:00Z	Europe/Rome
city-5133273	Queens	Borough of Queens	US	2316841	40.6815	-73.8365	2026-12-21T12:16:00Z	America/New_York
city-4699066	Houston	Hiustonas|Хьюстон|休斯敦|هيوستن	US	2314157	29.7633	-95.3633	2026-12-21T13:13:00Z	America/Chicago
city-124665	Mashhad	مشهد|Meşhed|Mexed|Meszhed|Mašhad|Mešhedas|Мешхед|馬什哈德	IR	2307177	36.2981	59.6057	2026-12-21T03:09:00Z	Asia/Tehran
city-1795855	Shaoxing	绍兴市|紹興|Šao-sing|Thiệu Hưng|Шаосин	CN	2300000	30.0024	120.5786	2026-12-20T22:49:00Z	Asia/Shanghai
city-1799722	Nantong	南通|Nentung shehiri|Nan-tchung|Nam Thông|Наньтун|南通市	CN	2273326	32.0303	120.8747	2026-12-20T22:53:00Z	Asia/Shanghai
city-1819609	Kowloon	九龍|Koulun|Kaulunas|Цзюлун|주룽	HK	2232339	22.3167	114.1833	2026-12-20T22:58:00Z	Asia/Hong_Kong
city-1787093	Yantai	烟台市|煙臺|Jen-tchaj|Yên Đài|Яньтай	CN	2227733	37.4765	121.4408	2026-12-20T23:05:00Z	Asia/Shanghai
city-314830	Gaziantep	Dîlok|Qaziantep|Gaziantepas|Газиантеп|加濟安泰普|عنتاب	TR	2222415	37.0594	37.3825	2026-12-21T04:40:00Z	Europe/Istanbul
city-922704	Lubumbashi	Lubumbašis|Лубумбаши|盧本巴希|لوبومباشي	CD	2221925	-11.6609	27.4794	2026-12-21T03:44:00Z	Africa/Lubumbashi
city-3663517	Manaus	Manaos|Манаус|马瑙斯|マナウス	BR	2219580	-3.1019	-60.025	2026-12-21T09:49:00Z	America/Manaus
city-909137	Lusaka	Лусака|路沙卡|لوساكا	ZM	2212301	-15.4067	28.2871	2026-12-21T03:33:00Z	Africa/Lusaka
city-3469058	Brasília	Brazíliaváros|Brazilija|Бразилия|巴西利亚|برازيليا	BR	2207718	-15.7797	-47.9297	2026-12-21T08:38:00Z	America/Sao_Paulo
city-1790437	Zhuhai	珠海市|珠海|Ču-chaj|Châu Hải|Чжухай	CN	2207090	22.2769	113.5678	2026-12-20T23:00:00Z	Asia/Shanghai
city-3492908	Santo Domingo	Saint Domingue|Ciudad Trujillo|Санто-Доминго|Σάντο Ντομίνγκο|산토도밍고	DO	2201941	18.4719	-69.8923	2026-12-21T11:07:00Z	America/Santo_Domingo
city-2365267	Lomé	Ломе|洛美|لومي	TG	2188376	6.1287	1.2215	2026-12-21T06:00:00Z	Africa/Lome
city-1169825	Multan	مُلتان|Multanas|Мултан|木爾坦	PK	2169915	30.1968	71.4782	2026-12-21T02:06:00Z	Asia/Karachi
city-3553478	Havana	La Habana|La Havane|Havanna|L'Avana|Hawana|Гавана|哈瓦那|هافانا	CU	2163824	23.133	-82.383	2026-12-21T12:06:00Z	America/Havana
city-1645524	Depok	Kota Depok|Depokas|Депок	ID	2163635	-6.4	106.8186	2026-12-20T22:36:00Z	Asia/Jakarta
city-2038432	Baotou	包头市|包頭|Pao-tchou|Paotou|Bao Đầu|Баотоу	CN	2150000	40.6516	109.8439	2026-12-21T00:01:00Z	Asia/Shanghai
city-2988507	Paris	Pariz|Parigi|Paryż|Parijs|Párizs|Париж|巴黎|باريس	FR	2138551	48.8534	2.3488	2026-12-21T07:41:00Z	Europe/Paris
city-1273865	Coimbatore	कोयंबतूर|కోయంబత్తూరు|Koimbatur|Kojambuttúr|Коимбатур	IN	2136916	11.0055	76.9661	2026-12-21T01:06:00Z	Asia/Kolkata
city-12359313	Qingyang	庆阳	CN	2125400	35.7098	107.6445	2026-12-20T23:55:00Z	Asia/Shanghai
city-2324774	Port Harcourt	Ugwu Ọcha|Port Harkortas|Порт-Харкорт|哈科特港|بورت هاركورت	NG	2120000	4.7774	7.0134	2026-12-21T05:34:00Z	Africa/Lagos
city-964137	Pretoria	IPitoli|E-Pitoli|Pretorija|Претория|比勒陀利亞|بريتوريا	ZA	2112693	-25.7449	28.1878	2026-12-21T03:13:00Z	Africa/Johannesburg
city-3860259	Córdoba	Córdova|Kordoba|Кордова|科尔多瓦|كوردوبا	AR	2106734	-31.4065	-64.1885	2026-12-21T09:09:00Z	America/Argentina/Cordoba
city-209228	Mbuji-Mayi	Мбужи-Майи	CD	2101332	-6.136	23.5898	2026-12-21T04:09:00Z	Africa/Lubumbashi
city-170063	Aleppo	حلب|Heleb|Alep|Alepo|Halep|Alepas|Халеб|阿勒颇	SY	2098210	36.2012	37.1612	2026-12-21T04:38:00Z	Asia/Damascus
city-1785623	Kunshan	玉山|Kunšanas|Côn Sơn|Куньшань|崑山市	CN	2092496	31.3776	120.9543	2026-12-20T22:51:00Z	Asia/Shanghai
city-1791681	Weifang	潍坊市|濰坊|Wej-fang|Duy Phường|Вэйфан	CN	2044028	36.71	119.1019	2026-12-20T23:12:00Z	Asia/Shanghai
city-1783621	Zunyi	遵义市|遵義|Cun-i|Dzuni|Tuân Nghĩa|Цзуньи	CN	2037775	27.6867	106.9072	2026-12-20T23:38:00Z	Asia/Shanghai
city-3911925	La Paz	La Pasas|Ла-Пас|拉巴斯|لاباز	BO	2004652	-16.5	-68.15	2026-12-21T09:57:00Z	America/La_Paz
city-10859300	Lianyungang	連雲港|Ляньюньган|롄윈강 시	CN	2001009	34.5984	119.2156	2026-12-20T23:06:00Z	Asia/Shanghai
city-3674962	Medellín	Medelim|Medeljinas|Медельин|麦德林|ميديلين	CO	1999979	6.245	-75.5715	2026-12-21T11:07:00Z	America/Bogota
city-1269743	Indore	इन्दौर|ইন্দোর|Induras|Индор	IN	1994397	22.7179	75.8333	2026-12-21T01:32:00Z	Asia/Kolkata
city-2260535	Brazzaville	Brazavil|Brazavilis|Браззавиль|布拉柴维尔|برازافيل	CG	1982000	-4.2661	15.2832	2026-12-21T04:46:00Z	Africa/Brazzaville
city-1512569	Tashkent	Toshkent|Ташкент|Tachkent|Taschkent|Taskent|Taszkent|塔什干|طشقند	UZ	1978028	41.2647	69.2163	2026-12-21T02:45:00Z	Asia/Tashkent
city-1810638	Ganzhou	赣州|贛州|Kan-čou|Cám Châu|Ганьчжоу	CN	1977253	25.8466	114.9326	2026-12-20T23:02:00Z	Asia/Shanghai
city-1526384	Almaty	Алматы|Ałmaty|Alma-Ata|Almati|Almatı|Almata|阿拉木圖|ألماتي	KZ	1977011	43.2525	76.9115	2026-12-21T02:21:00Z	Asia/Almaty
city-379252	Khartoum	خرطوم|Khartum|Jartum|Cartum|Chartum|Khartoem|Хартум|喀土穆	SD	1974647	15.5518	32.5324	2026-12-21T04:12:00Z	Africa/Khartoum
city-2911298	Hamburg	Hambourg|Hamburgo|Amburgo|Hamburk|Hampuri|Гамбург|汉堡市|هامبورغ	DE	1973896	53.5507	9.993	2026-12-21T07:34:00Z	Europe/Berlin
city-2128295	Sapporo	札幌市|Szapporo|Saporas|Саппоро|سابورو	JP	1973832	43.0667	141.35	2026-12-20T22:02:00Z	Asia/Tokyo
city-1794035	Songjiang	Songjiang Qu|Sunchiang|Sung-chiang|松江	CN	1973500	31.0344	121.2233	2026-12-20T22:49:00Z	Asia/Shanghai
city-2306104	Accra	Nkran|Acra|Akra|Аккра|阿克拉|أكرا	GH	1963264	5.556	-0.1969	2026-12-21T06:05:00Z	Africa/Accra
city-3464975	Curitiba	Kurytyba|Kuritiba|Куритиба|庫里奇巴|كوريتيبا	BR	1948626	-25.4278	-49.2731	2026-12-21T08:23:00Z	America/Sao_Paulo
city-8347664	Ordos	鄂尔多斯市|Ордос|オルドス市	CN	1940653	39.6086	109.7816	2026-12-20T23:58:00Z	Asia/Shanghai
city-71137	Sanaa	صنعاء|Сана|萨那	YE	1937451	15.3545	44.2065	2026-12-21T03:25:00Z	Asia/Aden
city-2422465	Conakry	Conacri|Konakry|Konakris|Конакри|科納克里|コナクリ	GN	1928389	9.538	-13.6773	2026-12-21T07:06:00Z	Africa/Conakry
city-1625084	Tangerang	Kota Tangerang|Tangerangas|Тангеранг|坦格朗|タンゲラン	ID	1927815	-6.1781	106.63	2026-12-20T22:37:00Z	Asia/Jakarta
city-3981609	Tijuana	Tichuana|Тихуана|蒂華納|تيخوانا	MX	1922523	32.5027	-117.0037	2026-12-21T14:46:00Z	America/Tijuana
city-1176734	Hyderabad	حیدرآباد، سندھ|ਹੈਦਰਾਬਾਦ|Hajdarabad|Hiderábád|Haydarabad|Haidarabadas|Хайдарабад	PK	1921275	25.3969	68.3772	2026-12-21T02:08:00Z	Asia/Karachi
city-276781	Beirut	بيروت|Beyrouth|Beirute|Bejrut|Beiroet|Beyrut|Бейрут|贝鲁特	LB	1916100	33.8933	35.5016	2026-12-21T04:39:00Z	Asia/Beirut
city-1797121	Jieyang	揭阳市|揭陽|Ťie-jang|Yết Dương|Цзеян	CN	1899394	23.5418	116.3658	2026-12-20T22:52:00Z	Asia/Shanghai
city-2036502	Jilin	吉林市|جىلىن شەھىرى|Jilin City|Ciudad de Jilin|Ťi-lin|Csilin|Dzilinas|Цзилинь	CN	1895865	43.8465	126.5608	2026-12-20T23:04:00Z	Asia/Shanghai
city-683506	Bucharest	București|Bukarest|Bucarest|Bucareste|Bukareszt|Бухарест|布加勒斯特|بوخارست	RO	1877155	44.4323	26.1063	2026-12-21T05:48:00Z	Europe/Bucharest
city-2422488	Camayenne	Camayen	GN	1871242	9.535	-13.6878	2026-12-21T07:06:00Z	Africa/Conakry
city-195272	Kakamega	Какамеге|卡卡梅加	KE	1867579	0.2842	34.7523	2026-12-21T03:36:00Z	Africa/Nairobi
city-1800146	Nanchong	南充|Nan-čchung|Nam Sung|Наньчун|南充市	CN	1858875	30.7951	106.0847	2026-12-20T23:49:00Z	Asia/Shanghai
city-1668355	Tainan	臺南市|Tâi-lâm-chhī|Tainan City|Tchaj-nan|Tajnan|Tainanas|Тайнань|تاينان	TW	1856642	22.9908	120.2133	2026-12-20T22:35:00Z	Asia/Taipei
city-2037799	Datong	大同市|داتۇڭ شەھىر|Ta-tchung|Datongas|Đại Đồng|Датун	CN	1850000	40.0936	113.2914	2026-12-20T23:45:00Z	Asia/Shanghai
city-2335727	Kaduna	Кадуна|卡杜納|كادونا	NG	1850000	10.5264	7.4388	2026-12-21T05:43:00Z	Africa/Lagos
city-365137	Omdurman	Umm Durmān|Omdourman|Omdurmanas|Омдурман|恩图曼|オムドゥルマン	SD	1849659	15.6445	32.4777	2026-12-21T04:12:00Z	Africa/Khartoum
city-1715348	Davao	Lungsod ng Dabaw|Davao City|Давао|达沃市|دافاو	PH	1848947	7.0731	125.6128	2026-12-20T21:44:00Z	Asia/Manila
city-1254661	Thāne	تھانے|Таня|تاني	IN	1841488	19.197	72.9635	2026-12-21T01:37:00Z	Asia/Kolkata
city-3526683	Iztapalapa	Delegación Iztapalapa|Delegazione Iztapalapa|Истапалапа|伊斯塔帕拉帕	MX	1835486	19.3553	-99.0622	2026-12-21T13:05:00Z	America/Mexico_City
city-316541	Diyarbakır	Amed|Diyarbəkir|Diyarbakir|Amida|Dijarbakyras|Диярбакыр|迪亚巴克尔|ديار بكر	TR	1833684	37.9136	40.2172	2026-12-21T04:31:00Z	Europe/Istanbul
city-3904906	Santa Cruz de la Sierra	Santa Cruz|Santa Cruz da Serra|Санта-Крус-де-ла-Сиерра|サンタクルス	BO	1831434	-17.7863	-63.1812	2026-12-21T09:35:00Z	America/La_Paz
city-1253573	Vadodara	बड़ोदरा|বড়োদরা|Вадодара	IN	1822221	22.2994	73.2081	2026-12-21T01:42:00Z	Asia/Kolkata
city-325363	Adana	Edene|Адана|阿达纳|أضنة	TR	1816750	36.9862	35.3253	2026-12-21T04:48:00Z	Europe/Istanbul
city-1799629	Nanyang	南阳市|南陽|Nan-jang|Nam Dương|Наньян	CN	1811812	33.0052	112.5466	2026-12-20T23:28:00Z	Asia/Shanghai
city-292968	Abu Dhabi	أبوظبي|ابوظبی|Abu Dhabi Island and Internal Islands City|Abou Dabi|Abu Dabi|Abu Zabi|Abu-Dzabi|Абу-Даби	AE	1807000	24.4512	54.397	2026-12-21T03:02:00Z	Asia/Dubai
city-1633070	Palembang	Kota Palembang|Palimbão|Palembangas|Палембанг|巨港|باليمبانج	ID	1801367	-2.9167	104.7458	2026-12-20T22:50:00Z	Asia/Jakarta
city-292672	Sharjah	إمارة الشارقة|شارجه|Sharjah city|Charjah|Schardscha|Sarja|Sharja|Шарджа	AE	1800000	25.3342	55.4122	2026-12-21T02:59:00Z	Asia/Dubai
city-1275841	Bhopal	भोपाल|ভোপাল|Bhopalas|Бхопал	IN	1798218	23.2547	77.4029	2026-12-21T01:27:00Z	Asia/Kolkata
city-1806299	Jiangmen	江门市|江門|Ťiang-men|Dziangmenas|Giang Môn|Цзянмэнь	CN	1795459	22.5833	113.0833	2026-12-20T23:03:00Z	Asia/Shanghai
city-2347283	Benin City	Ìlú Benin|Benin-Stadt|Ciudad de Benín|Benim|Benin|Бенин-Сити|贝宁城|بنين	NG	1782000	6.3381	5.6258	2026-12-21T05:43:00Z	Africa/Lagos
city-1815251	Jiangyin	澄江	CN	1779515	31.911	120.263	2026-12-20T22:55:00Z	Asia/Shanghai
city-1810845	Fuyang	阜阳市|阜陽|Fu-jang|Phụ Dương|Фуян	CN	1768947	32.9	115.8167	2026-12-20T23:15:00Z	Asia/Shanghai
city-6077243	Montréal	ᒧᕆᐊᓪ|Monrealis|Монреаль|蒙特利尔	CA	1762949	45.5088	-73.5878	2026-12-21T12:31:00Z	America/Toronto
city-11838258	Bayan Nur	巴彦淖尔市	CN	1760000	40.7414	107.386	2026-12-21T00:11:00Z	Asia/Shanghai
city-3633009	Maracaibo	Marakaibas|Маракайбо|马拉开波|ماراكايبو	VE	1752602	10.6423	-71.6109	2026-12-21T10:59:00Z	America/Caracas
city-1815395	Chaozhou	潮州市|Čchao-čou|Čaodžou|Triều Châu|Чаочжоу|潮州	CN	1750945	23.654	116.6226	2026-12-20T22:51:00Z	Asia/Shanghai
city-625144	Minsk	Мінск|Минск|Minszk|Minskas|明斯克	BY	1742124	53.9002	27.5665	2026-12-21T06:26:00Z	Europe/Minsk
city-3054643	Budapest	Budapeste|Budapeszt|Boedapest|Budapeštas|Budapesta|Будапешт|布达佩斯|بودابست	HU	1741041	47.4984	19.0404	2026-12-21T06:29:00Z	Europe/Budapest
city-1797945	Qingyuan	清远市|清遠|Čching-jüan|Thanh Viễn|Цинъюань	CN	1738424	23.7	113.0333	2026-12-20T23:05:00Z	Asia/Shanghai
city-1793724	Tai’an	Тайань	CN	1735425	36.1853	117.12	2026-12-20T23:18:00Z	Asia/Shanghai
city-7626690	Pimpri-Chinchwad	Pimpri-Chinchvad|Pimpri-Cincvad|Pimpri-Csincsvad|Пимпри-Чинчвад|پمپری چنچواڈ|賓布里金傑沃德	IN	1727692	18.6187	73.8037	2026-12-21T01:32:00Z	Asia/Kolkata
city-1720151	Caloocan	Caloocan City	PH	1712945	14.6495	120.9679	2026-12-20T22:16:00Z	Asia/Manila
city-756135	Warsaw	Warszawa|Varsovie|Warschau|Varsovia|Varsavia|Варшава|华沙|وارسو	PL	1702139	52.2298	21.0118	2026-12-21T06:43:00Z	Europe/Warsaw
city-953781	Soweto	Sovetas|Соуэто|索韦托|سويتو	ZA	1695047	-26.2678	27.8585	2026-12-21T03:13:00Z	Africa/Johannesburg
city-1627896	Semarang	Kota Semarang|Semarangas|Семаранг|三寶瓏|سيمارانج	ID	1694740	-6.9931	110.4208	2026-12-20T22:20:00Z	Asia/Jakarta
city-3521081	Puebla	Puebla de Zaragoza|Puebla City|Puebla de los Ángeles|Пуэбла-де-Сарагоса|普埃布拉|بويبلا	MX	1692181	19.0478	-98.2072	2026-12-21T13:01:00Z	America/Mexico_City
city-2761369	Vienna	Wien|Beč|Vienne|Viena|Wiedeń|Вена|فيينا|Βιέννη	AT	1691468	48.2085	16.3721	2026-12-21T06:42:00Z	Europe/Vienna
city-3128760	Barcelona	Bartzelona|Barcelone|Barcellona|Barselona|Барселона|巴塞罗那|برشلونة	ES	1686208	41.3888	2.159	2026-12-21T07:14:00Z	Europe/Madrid
city-1260086	Patna	पटना|পাটনা|Патна	IN	1684297	25.5941	85.1356	2026-12-21T01:01:00Z	Asia/Kolkata
city-99072	Mosul	الموصل|Mûsil|Mossoul|Mossul|Mosoel|Moszul|Мосул|摩苏尔	IQ	1683000	36.335	43.1189	2026-12-21T04:15:00Z	Asia/Baghdad
city-12165956	Kallakurichi		IN	1682687	11.7338	78.9592	2026-12-21T00:59:00Z	Asia/Kolkata
city-232422	Kampala	كمبالا|Campala|Кампала|坎帕拉	UG	1680600	0.3163	32.5822	2026-12-21T03:44:00Z	Africa/Kampala
city-1788852	Xining	西宁|西寧|Si-ning|Hszining|Siningas|Tây Ninh|Синин	CN	1677177	36.6255	101.7574	2026-12-21T00:21:00Z	Asia/Shanghai
city-7283386	Changshu		CN	1677050	31.6461	120.7422	2026-12-20T22:52:00Z	Asia/Shanghai
city-1807681	Huainan	淮南市	CN	1666826	32.6264	116.9969	2026-12-20T23:10:00Z	Asia/Shanghai
city-2538475	Rabat	رباط|Rabatas|Рабат|拉巴特	MA	1655753	34.0132	-6.8326	2026-12-21T07:29:00Z	Africa/Casablanca
city-3390760	Recife	Resifė|Ресифи|累西腓|ريسيفي	BR	1653461	-8.0539	-34.8811	2026-12-21T08:00:00Z	America/Recife
city-5308655	Phoenix	Finiksas|Финикс|凤凰城|فينيكس	US	1650070	33.4484	-112.074	2026-12-21T14:28:00Z	America/Phoenix
city-1793743	Suzhou	宿州市|شيۇجۇ شەھىرى|Сучжоу	CN	1647642	33.6361	116.9789	2026-12-20T23:12:00Z	Asia/Shanghai
city-3529612	Ecatepec de Morelos	Ecatepec	MX	1645352	19.6049	-99.0606	2026-12-21T13:06:00Z	America/Mexico_City
city-1802206	Lu’an	六安|Луань	CN	1644344	31.7356	116.5169	2026-12-20T23:09:00Z	Asia/Shanghai
city-3625549	Valencia	Valensija|Валенсия|巴伦西亚|بلنسية	VE	1619470	10.1615	-68.0004	2026-12-21T10:44:00Z	America/Caracas
city-1264728	Ludhiana	लुधियाना|லூதியானா|Ludhijana|Лудхияна	IN	1618879	30.912	75.8538	2026-12-21T01:50:00Z	Asia/Kolkata
city-1787746	Yancheng	盐城|鹽城|Jen-čcheng|Diêm Thành|Яньчэн	CN	1615717	33.3575	120.1573	2026-12-20T22:59:00Z	Asia/Shanghai
city-1496747	Novosibirsk	Новосибирск|Çĕн Çĕпĕр|Novossibirsk|Nowosibirsk|Nowosybirsk|Novoszibirszk|新西伯利亚|نوفوسيبيرسك	RU	1612833	55.0226	82.9317	2026-12-21T02:51:00Z	Asia/Novosibirsk
city-95446	Erbil	إربل|هەولێر|Arbil|Irbil|埃爾比勒省	IQ	1612700	36.1912	44.0094	2026-12-21T04:11:00Z	Asia/Baghdad
city-1863967	Fukuoka	福岡市|Фукуока|فوكوكا	JP	1612392	33.6	130.4167	2026-12-20T22:18:00Z	Asia/Tokyo
city-1793505	Taizhou	泰州市|Teyju shehiri|Tchaj-čou|Thái Châu|Тайчжоу|타이저우 시	CN	1607108	32.4907	119.9081	2026-12-20T22:58:00Z	Asia/Shanghai
city-2037860	Daqing	大庆市|大慶|Ta-čching|Đại Khánh|Дацин	CN	1604027	46.5833	125.0	2026-12-20T23:21:00Z	Asia/Shanghai
city-1701668	Manila	Maynila|Manille|Manilla|Манила|馬尼拉|مانيلا	PH	1600000	14.6042	120.9822	2026-12-20T22:16:00Z	Asia/Manila
city-1791236	Wuhu	芜湖市|蕪湖|Wu-chu|Vu Hồ|Уху	CN	1598165	31.3526	118.4295	2026-12-20T23:01:00Z	Asia/Shanghai
city-3991164	Santiago de Querétaro	Querétaro City|Santjago de Keretaras|Керетаро|克雷塔罗|ケレタロ	MX	1594212	20.5881	-100.3881	2026-12-21T13:13:00Z	America/Mexico_City
city-1813325	Dazhou	达州市|達州|Ta-čou|Đạt Châu|Дачжоу	CN	1589435	31.2106	107.4631	2026-12-20T23:44:00Z	Asia/Shanghai
city-1787227	Yangzhou	扬州市|揚州|Jang-čou|Dương Châu|Янчжоу	CN	1584237	32.3972	119.4358	2026-12-20T22:59:00Z	Asia/Shanghai
city-3998655	León de los Aldama	León|León de los Aldamas|レオン	MX	1579803	21.1218	-101.6825	2026-12-21T13:19:00Z	America/Mexico_City
city-104515	Makkah	مكة المكرمة|Makkah al Mukarramah|La Mecque|Mekka|La Meca|La Mecca|Мекка|麥加	SA	1578722	21.4266	39.8256	2026-12-21T03:54:00Z	Asia/Riyadh
city-4560349	Philadelphia	Filadelfia|Philadelphie|Filadelfie|Filadelfija|Филадельфия|費城|فيلادلفيا	US	1573916	39.9524	-75.1636	2026-12-21T12:19:00Z	America/New_York
city-1821306	Phnom Penh	Phnum Pénh|Nom Pen|Pnom Penh|Phnompen|Pnompenis|Пномпень|金边|بنوم بنه	KH	1573544	11.5625	104.916	2026-12-20T23:15:00Z	Asia/Phnom_Penh
city-1809498	Guilin	桂林市|گۇيلىن شەھىرى|Kuej-lin|Quế Lâm|Гуйлинь	CN	1572300	25.2802	110.2964	2026-12-20T23:20:00Z	Asia/Shanghai
city-170654	Damascus	دمشق|Şam|Damas|Damaskus|Damasco|Damaszek|Дамаск|大马士革	SY	1569394	33.5102	36.2913	2026-12-21T04:35:00Z	Asia/Damascus
city-1167528	Quetta	کوئٹہ|ਕੋਇਟਾ|Kweta|Kvéta|Kvetta|Ketta|Kveto|Кветта	PK	1565546	30.1841	67.0014	2026-12-21T02:24:00Z	Asia/Karachi
city-1784853	Zhaoqing	肇庆市|肇慶|Čao-čching|Triệu Khánh|Чжаоцин	CN	1553109	23.0489	112.4609	2026-12-20T23:06:00Z	Asia/Shanghai
city-2326016	Onitsha	Onịchạ|Онича|奧尼查|オニチャ	NG	1553000	6.1498	6.7857	2026-12-21T05:38:00Z	Africa/Lagos
city-1800627	Mianyang	绵阳市|綿陽|Mien-jang|Miên Dương|Мяньян	CN	1550000	31.4678	104.6817	2026-12-20T23:56:00Z	Asia/Shanghai
city-2193733	Auckland	Tāmaki-makau-rau|Oklandas|Окленд|奧克蘭都會區|أوكلاند	NZ	1547200	-36.8485	174.7635	2026-12-20T16:58:00Z	Pacific/Auckland
city-418863	Isfahan	Eşfehān|Îsfehan|Ispahan|Esfahan|Iszfahán|Исфахан|伊斯法罕|أصفهان	IR	1547164	32.6525	51.6746	2026-12-21T03:31:00Z	Asia/Tehran
city-12358576	Wanzhou	万州区	CN	1545900	30.7645	108.3959	2026-12-20T23:40:00Z	Asia/Shanghai
city-1526273	Astana	Нұр-Сұлтан|Нур-Султан|Nur-Sultan|Nour-Soultan|Noer-Soeltan|نور سلطان	KZ	1544142	51.1801	71.446	2026-12-21T03:16:00Z	Asia/Almaty
city-890299	Harare	Хараре|哈拉雷|هراري	ZW	1542813	-17.8277	31.0534	2026-12-21T03:18:00Z	Africa/Harare
city-2274895	Monrovia	Monrowia|Monrovija|Монровия|蒙罗维亚|مونروفيا	LR	1542549	6.3005	-10.7969	2026-12-21T06:48:00Z	Africa/Monrovia
city-1798449	Putian	莆田市|Putyen shehiri|Pchu-tchien|Phủ Điền|Путянь|ホ田市	CN	1539389	25.4394	119.0103	2026-12-20T22:45:00Z	Asia/Shanghai
city-1859642	Kawasaki	川崎市|Kavaszaki|Kavasakis|Кавасаки|كاواساكي	JP	1538262	35.5206	139.7172	2026-12-20T21:46:00Z	Asia/Tokyo
city-3462377	Goiânia	Gojanija|Гояния|戈亚尼亚|غويانيا	BR	1536097	-16.6786	-49.2539	2026-12-21T08:41:00Z	America/Sao_Paulo
city-4726206	San Antonio	San Antonijus|Сан-Антонио|圣安东尼奥|سان أنطونيو	US	1526656	29.4241	-98.4936	2026-12-21T13:24:00Z	America/Chicago
city-1859171	Kobe	神戸市|Кобе|神户市	JP	1525152	34.6913	135.183	2026-12-20T22:02:00Z	Asia/Tokyo
city-2673730	Stockholm	Stockholbma|Tukholma|Estocolmo|Stoccolma|Sztokholm|Стокгольм|斯德哥尔摩|ستوكهولم	SE	1515017	59.3294	18.0687	2026-12-21T07:43:00Z	Europe/Stockholm
city-4013708	Ciudad Juárez	Juárez|Chuaresas|Сьюдад-Хуарес|華雷斯城|سيوداد خواريز	MX	1512450	31.7202	-106.4608	2026-12-21T14:02:00Z	America/Ciudad_Juarez
city-1586203	Cần Thơ	芹苴市|カントー	VN	1507187	10.0371	105.7883	2026-12-20T23:08:00Z	Asia/Ho_Chi_Minh
city-2867714	Munich	München|Monaco di Baviera|Munique|Monachium|Mnichov|Мюнхен|慕尼黑|ميونخ	DE	1505005	48.1374	11.5755	2026-12-21T07:01:00Z	Europe/Berlin
city-1336135	Khulna	Кхулна|库尔纳市|خولنا	BD	1500689	22.8098	89.5644	2026-12-21T00:37:00Z	Asia/Dhaka
city-3405870	Belém	Belenas|Белен|贝伦|بيليم	BR	1499641	-1.4558	-48.5044	2026-12-21T09:06:00Z	America/Belem
city-1486209	Yekaterinburg	Екатеринбург|Ekaterinbourg|Jekaterinburg|Ekaterinburgo|Ekaterinburg|Jekaterynburg|葉卡捷琳堡|エカテリンブルク	RU	1495066	56.8573	60.6153	2026-12-21T04:33:00Z	Asia/Yekaterinburg
city-3452925	Porto Alegre	Порту-Алегри|阿雷格里港|بورتو أليغري	BR	1488252	-30.0328	-51.2302	2026-12-21T08:20:00Z	America/Sao_Paulo
city-1786657	Yinchuan	银川|銀川|Jin-čchuan|Inčuanas|Thành phố Ngân Xuyên|Иньчуань	CN	1487579	38.4681	106.2731	2026-12-21T00:08:00Z	Asia/Shanghai
city-5125771	Manhattan	Манхеттен|曼哈顿|مانهاتن	US	1487536	40.7834	-73.9663	2026-12-21T12:17:00Z	America/New_York
city-1261731	Nashik	नाशीक|নাশিক|Nászik|Našikas|Насик	IN	1486053	19.9973	73.791	2026-12-21T01:35:00Z	Asia/Kolkata
city-8400694	Taizhou	台州|تەيجۇ شەھىرى|Tchaj-čou|Thai Châu|Тайчжоу	CN	1485502	28.6627	121.4331	2026-12-20T22:43:00Z	Asia/Shanghai
city-3439389	Asunción	Assunção|Asunsjonas|Асунсьон|亞松森|أسونسيون	PY	1482200	-25.2865	-57.647	2026-12-21T08:57:00Z	America/Asuncion
city-1814870	Yiwu	义乌|Иу	CN	1481384	29.3151	120.0768	2026-12-20T22:49:00Z	Asia/Shanghai
city-3979770	Zapopan	Sapopanas|Сапопан|萨波潘|سابوبان، خاليسكو	MX	1476491	20.7211	-103.3874	2026-12-21T13:25:00Z	America/Mexico_City
city-1622786	Makassar	Kota Makassar|Macassar|Makasar|Makasaras|Макассар|マカッサル|마카사르	ID	1474393	-5.1486	119.4319	2026-12-20T21:47:00Z	Asia/Makassar
city-2078025	Adelaide	Adelaida|Adelajda|Аделаида|阿德莱德|أديليد	AU	1469163	-34.9287	138.5986	2026-12-20T19:28:00Z	Australia/Adelaide
city-1797353	Quanzhou	泉州市|泉州|Čchüan-čou|Čiuandžou|Tuyền Châu|Цюаньчжоу	CN	1469157	24.9139	118.5858	2026-12-20T22:46:00Z	Asia/Shanghai
city-1264521	Madurai	मदुरई|మదురై|Maduraj|Madurajus|Мадурай	IN	1465625	9.919	78.1195	2026-12-21T00:59:00Z	Asia/Kolkata
city-1805528	Jinhua	金华|金華|Ťin-chua|Kim Hoa|Цзиньхуа	CN	1463990	29.1068	119.6442	2026-12-20T22:51:00Z	Asia/Shanghai
city-1857910	Kyoto	京都市|Kioto|Quioto|Kjóto|Kiotas|Киото|京都	JP	1463723	35.0211	135.7538	2026-12-20T22:01:00Z	Asia/Tokyo
city-1806602	Cixi	Cixi City|Cixi Shi|Hu-shan-chen|慈溪	CN	1457510	30.1764	121.2457	2026-12-20T22:47:00Z	Asia/Shanghai
city-1791121	Changde	常德|Čchang-te|Čangdė|Thường Đức|Чандэ|常徳市	CN	1457419	29.0321	111.6984	2026-12-20T23:22:00Z	Asia/Shanghai
city-1735161	Kuala Lumpur	吉隆坡|கோலாலம்பூர்|Kvala Lumpūras|Куала-Лумпур	MY	1453975	3.1412	101.6865	2026-12-20T23:13:00Z	Asia/Kuala_Lumpur
city-308464	Kayseri	Cesarea in Cappadocia|Kaiseris|Кайсери|開塞利|قيصرية	TR	1452458	38.7322	35.4853	2026-12-21T04:52:00Z	Europe/Istanbul
city-1804879	Kaifeng	开封市|開封|Kchaj-feng|Khai Phong|Кайфэн	CN	1451741	34.7986	114.3074	2026-12-20T23:26:00Z	Asia/Shanghai
city-2038632	Anshan	鞍山市|鞍山|An-šan|Anšanas|An Sơn|Аньшань	CN	1450000	41.1236	122.99	2026-12-20T23:09:00Z	Asia/Shanghai
city-128747	Karaj	کرج|Kerec|Karadsch|Karadż|Karadzs|Keredžas|Карай|卡拉季	IR	1448075	35.8327	50.9915	2026-12-21T03:42:00Z	Asia/Tehran
city-1283240	Kathmandu	काठमाडौं|Katmandou|Katmandú|Catmandu|Катманду|加德滿都	NP	1442271	27.7017	85.3206	2026-12-21T01:05:00Z	Asia/Kathmandu
city-1835235	Daejeon	대전광역시|Taejŏn|Тэджон|大田广域市	KR	1441203	36.3491	127.3849	2026-12-20T22:38:00Z	Asia/Seoul
city-10942359	Baoji	寶雞|Баоцзи|宝鶏市	CN	1437802	34.3678	107.237	2026-12-20T23:53:00Z	Asia/Shanghai
city-1793771	Suqian	Hsui-ch'ien|Su-ch'eng-chen|Su-ch'ien|宿迁市	CN	1437685	33.9492	118.2958	2026-12-20T23:08:00Z	Asia/Shanghai
city-1803300	Liuzhou	柳州	CN	1436599	24.324	109.407	2026-12-20T23:21:00Z	Asia/Shanghai
city-1254361	Tirunelveli	तिरूनेलवेली|తిరునెల్వేలి|Tirunelweli|Тирунелвели	IN	1435844	8.7274	77.6838	2026-12-21T00:59:00Z	Asia/Kolkata
city-306571	Konya	Qonye|Iconio|Konija|Конья|科尼亞|قونية	TR	1433861	37.8713	32.4846	2026-12-21T05:02:00Z	Europe/Istanbul
city-1787331	Zhangjiagang	张家港市	CN	1432044	31.865	120.5389	2026-12-20T22:54:00Z	Asia/Shanghai
city-1279259	Agra	आगरा|ஆக்ரா|Агра	IN	1430055	27.1833	78.0167	2026-12-21T01:33:00Z	Asia/Kolkata
city-8581443	South Tangerang	Tangerang Selatan	ID	1429529	-6.2886	106.7179	2026-12-20T22:36:00Z	Asia/Jakarta
city-113646	Tabriz	تبریز|Tewrêz|Täbris|Tebriz|Tebrizas|Тебриз|大不里士	IR	1424641	38.08	46.2919	2026-12-21T04:07:00Z	Asia/Tehran
city-706483	Kharkiv	Харків|Харьков|Charkiw|Jarkov|Carcóvia|Charków|Charkov|哈爾科夫	UA	1421125	49.9818	36.2548	2026-12-21T05:31:00Z	Europe/Kyiv
city-1797658	Jinjiang	Chin-chiang|晉江|Tấn Giang|Цзиньцзян|晋江市	CN	1416151	24.8198	118.5742	2026-12-20T22:46:00Z	Asia/Shanghai
city-1271951	Faridabad	फरीदाबाद|Faridabadas|Фаридабад|ファリダバード	IN	1414050	28.4112	77.3132	2026-12-21T01:38:00Z	Asia/Kolkata
city-1816234	Bozhou	亳州|Po-čou|Bạc Châu|Бочжоу|亳州市	CN	1409436	33.8772	115.7703	2026-12-20T23:18:00Z	Asia/Shanghai
city-1797318	Qujing	曲靖市|曲靖|Čchü-ťing|Khúc Tĩnh|Цюйцзин	CN	1408500	25.4833	103.7833	2026-12-20T23:46:00Z	Asia/Shanghai
city-5391811	San Diego	San Diegas|Сан-Диего|聖地牙哥|سان دييغو	US	1404452	32.7157	-117.1647	2026-12-21T14:47:00Z	America/Los_Angeles
city-1841811	Gwangju	광주광역시|Kwangju|Kwangdžu|Kvangdzsu|Kvandžu|Кванджу|光州广域市	KR	1401235	35.1547	126.9156	2026-12-20T22:36:00Z	Asia/Seoul
city-1784990	Zhanjiang	湛江市|جاڭجياڭ شەھىرى|Trạm Giang|Чжаньцзян	CN	1400709	21.2339	110.3875	2026-12-20T23:11:00Z	Asia/Shanghai
city-2037355	Fushun	抚顺市|撫順|Fu-šun|Fušunas|Phủ Thuận|Фушунь	CN	1400646	41.8867	123.9436	2026-12-20T23:08:00Z	Asia/Shanghai
city-1258847	Rājkot	Radźkot|Radžkotas|Раджкот|ラージコット	IN	1390640	22.2916	70.7932	2026-12-21T01:52:00Z	Asia/Kolkata
city-1801792	Luoyang	洛阳市|洛陽|Luo-jang|Lojang|Luojangas|Lạc Dương|Лоян	CN	1390581	34.6735	112.4368	2026-12-20T23:33:00Z	Asia/Shanghai
city-4005539	Guadalajara	Gvadalachara|Гвадалахара|瓜达拉哈拉|غوادالاخارا	MX	1385629	20.6774	-103.3475	2026-12-21T13:25:00Z	America/Mexico_City
city-5110266	The Bronx	Бронкс	US	1385108	40.8499	-73.8664	2026-12-21T12:16:00Z	America/New_York
city-1580240	Huế	順化市|Hujė|Хюэ|フエ	VN	1380000	16.4619	107.5955	2026-12-20T23:13:00Z	Asia/Bangkok
city-1802875	Guankou	关口|Лиуянг	CN	1380000	28.1586	113.6271	2026-12-20T23:13:00Z	Asia/Shanghai
city-3173435	Milan	Milano|Mailand|Milão|Mediolan|Milaan|Милан|米蘭|ميلانو	IT	1371498	45.4643	9.1895	2026-12-21T07:00:00Z	Europe/Rome
city-1262111	Najafgarh	Najafgarli|Najfargharh|نجف گڑھ|納嘉夫嘎爾	IN	1365000	28.6092	76.9798	2026-12-21T01:40:00Z	Asia/Kolkata
city-2427123	N'Djamena	انجمينا|Yamena|Ndżamena|Нджамена|恩賈梅納	TD	1359526	12.1067	15.0444	2026-12-21T05:15:00Z	Africa/Ndjamena
city-1808963	Handan	邯郸市|邯鄲|Chan-tan|Handanas|Hàm Đan|Ханьдань	CN	1358318	36.61	114.4876	2026-12-20T23:30:00Z	Asia/Shanghai
city-1183460	Bannu	بنوں|Banu|Банну|バンヌ	PK	1357890	32.9853	70.604	2026-12-21T02:16:00Z	Asia/Karachi
city-1786764	Yichang	宜昌市|宜昌|I-čchang|Nghi Xương|Ичан	CN	1350150	30.7144	111.2847	2026-12-20T23:28:00Z	Asia/Shanghai
city-1070940	Antananarivo	Antananarywa|Antananaryvas|Антананариву|塔那那利佛|أنتاناناريفو	MG	1349501	-18.9137	47.5361	2026-12-21T02:10:00Z	Indian/Antananarivo
city-1808198	Heze	菏泽|菏澤|Che-ce|Hà Trạch|Хэцзэ	CN	1346717	35.2393	115.4736	2026-12-20T23:22:00Z	Asia/Shanghai
city-2293521	Abobo	Abobo-Gare	CI	1340083	5.4161	-4.0159	2026-12-21T06:20:00Z	Africa/Abidjan
city-1269300	Jamshedpur	जमशेदपुर|জামশেদপুর|Dzsamsedpur|Cemşidpur|Джамшедпур	IN	1339438	22.8028	86.1855	2026-12-21T00:51:00Z	Asia/Kolkata
city-2232593	Douala	Duala|Дуала|杜阿拉|دوالا	CM	1338082	4.0483	9.7043	2026-12-21T05:22:00Z	Africa/Douala
city-323777	Antalya	Adalia|Antalija|Анталия|安塔利亚|أنطاليا	TR	1335002	36.9081	30.6956	2026-12-21T05:06:00Z	Europe/Istanbul
city-99532	Basrah	بصرة|Basra|Bassorah|Basora|Bàssora|Baçorá|Басра|巴士拉	IQ	1326564	30.5085	47.7804	2026-12-21T03:42:00Z	Asia/Baghdad
city-4684888	Dallas	Dalasas|Даллас|達拉斯|دالاس	US	1326087	32.7831	-96.8067	2026-12-21T13:26:00Z	America/Chicago
city-6940394	Saitama	さいたま|Саитама	JP	1324854	35.9081	139.6566	2026-12-20T21:47:00Z	Asia/Tokyo
city-1270926	Gorakhpur	Горакпура	IN	1324570	29.4477	75.6721	2026-12-21T01:47:00Z	Asia/Kolkata
city-2440485	Niamey	Niamėjus|Ниамей|尼亞美|نيامي	NE	1323691	13.5137	2.1098	2026-12-21T06:10:00Z	Africa/Niamey
city-8533133	Liupanshui	六盘水市|六盤水|Liou-pchan-šuej|Lục Bàn Thủy|Люпаньшуй	CN	1320825	26.5944	104.8333	2026-12-20T23:44:00Z	Asia/Shanghai
city-1684308	Taguig	City of Taguig|Тагиг	PH	1308085	14.5243	121.0792	2026-12-20T22:15:00Z	Asia/Manila
city-1801180	Maoming	茂名|Chaozhou|Mậu Danh|Маомин|茂名市	CN	1307802	21.6663	110.9136	2026-12-20T23:10:00Z	Asia/Shanghai
city-5913490	Calgary	Kalgaris|Калгари|卡尔加里|كالغاري	CA	1306784	51.0501	-114.0853	2026-12-21T15:37:00Z	America/Edmonton
city-2210247	Tripoli	طَرَابُلُس|Tripolis|Trypolis|Trablus|Триполи|的黎波里	LY	1302947	32.8874	13.1873	2026-12-21T06:06:00Z	Africa/Tripoli
city-109223	Madinah	المدينة|Medina|Médine|Medyna|Медина|麦地那	SA	1300000	24.4686	39.6142	2026-12-21T04:01:00Z	Asia/Riyadh
city-2220957	Yaoundé	Yaundé|Jaunde|Яунде|雅温得|ياوندي	CM	1299369	3.8667	11.5167	2026-12-21T05:15:00Z	Africa/Douala
city-6295587	Batam	Kota Batam|Батам|巴淡島|باتام	ID	1296960	1.1494	104.0249	2026-12-20T23:00:00Z	Asia/Jakarta
city-1797551	Qinzhou	钦州市|欽州|Čchin-čou|Khâm Châu|Циньчжоу	CN	1296300	21.9825	108.6506	2026-12-20T23:19:00Z	Asia/Shanghai
city-1801934	Luohe	漯河|Luo-che|Tháp Hà|Лохэ|ラク河市	CN	1294974	33.5742	114.0326	2026-12-20T23:24:00Z	Asia/Shanghai
city-1790587	Xiangyang	襄樊|شياڭفان شەھىرى|Xiangfan|Сянфань	CN	1294733	32.0422	112.1448	2026-12-20T23:28:00Z	Asia/Shanghai
city-1806408	Yangjiang	阳江市|陽江|Jang-ťiang|Dương Giang|Янцзян	CN	1292987	21.8556	111.9627	2026-12-20T23:06:00Z	Asia/Shanghai
city-1786760	Yixing	宜城|Yicheng	CN	1285785	31.3606	119.8202	2026-12-20T22:55:00Z	Asia/Shanghai
city-1259652	Pimpri	Пимпри|پمپري	IN	1284606	18.6229	73.807	2026-12-21T01:32:00Z	Asia/Kolkata
city-1583992	Da Nang	Đà Nẵng|峴港|ダナン|다낭	VN	1276000	16.0678	108.2208	2026-12-20T23:10:00Z	Asia/Ho_Chi_Minh
city-250441	Amman	عمّان|Amã|Amanas|Амман|安曼	JO	1275857	31.9552	35.945	2026-12-21T04:32:00Z	Asia/Amman
city-1723510	Budta		PH	1273715	7.2042	124.4397	2026-12-20T21:49:00Z	Asia/Manila
city-792680	Belgrade	Beograd|Belgrád|Belgrado|Bělehrad|Belgradas|Белград|贝尔格莱德|بلغراد	RS	1273651	44.804	20.4651	2026-12-21T06:12:00Z	Europe/Belgrade
city-1587923	Biên Hòa	B'en Khoa|Bia Hoa|Bien Hoa City|Бен Хоа|بيان هوا	VN	1272235	10.9447	106.8243	2026-12-20T23:06:00Z	Asia/Ho_Chi_Minh
city-3441575	Montevideo	Montevidéu|Montevidėjas|Монтевидео|蒙特維多|مونتفيدو	UY	1270737	-34.9033	-56.1882	2026-12-21T08:28:00Z	America/Montevideo
city-1788046	Xuchang	将官池	CN	1265536	34.0319	113.863	2026-12-20T23:26:00Z	Asia/Shanghai
city-1268295	Kalyān	Кальян	IN	1262255	19.2437	73.1355	2026-12-21T01:36:00Z	Asia/Kolkata
city-1783745	Zigong	自贡市|自貢|C-kung|Dzigongas|Tự Cống|Цзыгун	CN	1262064	29.3416	104.7769	2026-12-20T23:51:00Z	Asia/Shanghai
city-520555	Nizhniy Novgorod	Нижний Новгород|Nizhny Novgorod|Nijni Novgorod|Nischni Nowgorod|Nyizsnyij Novgorod|Nižni Novgorod	RU	1259013	56.3287	44.002	2026-12-21T05:36:00Z	Europe/Moscow
city-1040652	Maputo	Maputu|Мапуту|马普托|مابوتو	MZ	1254837	-25.9655	32.5832	2026-12-21T02:55:00Z	Africa/Maputo
city-10630003	Xuzhou	徐州市|徐州|Сюйчжоу	CN	1253991	34.2044	117.2839	2026-12-20T23:13:00Z	Asia/Shanghai
city-110336	Dammam	الدمام|Ad-Dammam|Ed Dammam|Damamas|Даммам|达曼	SA	1252523	26.4344	50.1033	2026-12-21T03:23:00Z	Asia/Riyadh
city-1799491	Neijiang	内江市|內江|Nej-ťiang|Nội Giang|Нэйцзян	CN	1251095	29.5835	105.0622	2026-12-20T23:50:00Z	Asia/Shanghai
city-115019	Shiraz	Şîraz|Chiraz|Schiras|Xiraz|Sziraz|Шираз|設拉子|شيراز	IR	1249942	29.6103	52.5311	2026-12-21T03:20:00Z	Asia/Tehran
city-1808316	Heshan	Yiyang|Иян	CN	1249807	28.5694	112.3473	2026-12-20T23:19:00Z	Asia/Shanghai
city-1272423	Dombivali	Dombivli|Kalyan-Dombivli|Домбивли|دومبیولی|東比夫里	IN	1247327	19.2167	73.0833	2026-12-21T01:36:00Z	Asia/Kolkata
city-214481	Kananga	Кананга|卡南加|كانانغا	CD	1247168	-5.8962	22.4166	2026-12-21T04:14:00Z	Africa/Lubumbashi
city-551487	Kazan	Казань|Казан|Kasan|Cazã|Kazanė|Kazanj|喀山	RU	1243500	55.7887	49.1221	2026-12-21T05:12:00Z	Europe/Moscow
city-1805518	Jining	济宁市|濟寧|Ťi-ning|Csining|Tế Ninh|Цзинин	CN	1241012	35.405	116.5814	2026-12-20T23:18:00Z	Asia/Shanghai
city-3648522	Barquisimeto	Barkisimetas|Баркисимето|巴基西梅托|バルキシメト	VE	1240714	10.0647	-69.357	2026-12-21T10:49:00Z	America/Caracas
city-3718426	Port-au-Prince	Pòtoprens|Puerto Príncipe|Porto Príncipe|Port o Prensas|Порт-о-Пренс|太子港|بورت أو برانس	HT	1234742	18.5435	-72.3388	2026-12-21T11:17:00Z	America/Port-au-Prince
city-1835553	Suwon	수원시|Suwon-si|Сувон|水原市	KR	1234582	37.2911	127.0089	2026-12-20T22:42:00Z	Asia/Seoul
city-1788534	Xinyang	信陽|Цзинань|شينيانج	CN	1230042	32.1228	114.0656	2026-12-20T23:20:00Z	Asia/Shanghai
city-1803834	Liaocheng	聊城|Liao-čcheng|Liêu Thành|Ляочэн|聊城市	CN	1229768	36.4506	116.0025	2026-12-20T23:24:00Z	Asia/Shanghai
city-10942283	Jinzhong	晋中市	CN	1226617	37.684	112.7547	2026-12-20T23:40:00Z	Asia/Shanghai
city-3946083	Callao	El Callao|Kaljao|Кальяо|卡亞俄|كاياو	PE	1226200	-12.0516	-77.1345	2026-12-21T10:41:00Z	America/Lima
city-1263214	Meerut	मेरठ|మీరట్ నగరం|Merath|Mirát|Miratas|Меерут	IN	1223184	28.98	77.7064	2026-12-21T01:38:00Z	Asia/Kolkata
city-1253133	Virār	Vasai-Virar City	IN	1222390	19.4559	72.8114	2026-12-21T01:38:00Z	Asia/Kolkata
city-1261162	Nowrangapur	Nabarangapur|Nabarangpur|Nowrangpur	IN	1220946	19.2311	82.5483	2026-12-21T00:58:00Z	Asia/Kolkata
city-94824	Karbala	كربلاء|Kerbela|Кербела|卡爾巴拉	IQ	1218732	32.616	44.0249	2026-12-21T04:02:00Z	Asia/Baghdad
city-1808956	Changzhi	長治|Čchang-č|Čangdži|Trường Trị|Чанчжи|長治市	CN	1214940	36.1839	113.1053	2026-12-20T23:34:00Z	Asia/Shanghai
city-1792892	Tianshui	天水	CN	1212791	34.5795	105.7424	2026-12-21T00:00:00Z	Asia/Shanghai
city-186301	Mombasa	Mombaça|Mombassa|Момбаса|蒙巴萨|مومباسا	KE	1208333	-4.0547	39.6636	2026-12-21T03:08:00Z	Africa/Nairobi
city-1311874	Mandalay	မန္တလေးမြို့|Mandalaj|Mandalajus|Мандалай|曼德勒	MM	1208099	21.9747	96.0836	2026-12-21T00:10:00Z	Asia/Yangon
city-1255634	Srinagar	श्रीनगर|শ্রীনগর|Szrinagar|Šrinagaras|Шринагар	IN	1206419	34.0857	74.8055	2026-12-21T02:02:00Z	Asia/Kolkata
city-3689147	Barranquilla	Barranquilha|Barankilija|Барранкилья|巴兰基亚|بارانكويلا	CO	1206319	10.9685	-74.7813	2026-12-21T11:13:00Z	America/Bogota
city-1508291	Chelyabinsk	Челябинск|Чиләбе|Tcheliabinsk|Tscheljabinsk|Cheliábinsk|Czelabińsk|Tsjeljabinsk|車里雅賓斯克	RU	1202371	55.1611	61.4288	2026-12-21T04:18:00Z	Asia/Yekaterinburg
city-3523349	Mérida	Мерида|梅里达|ماردة	MX	1201000	20.967	-89.6232	2026-12-21T12:31:00Z	America/Merida
city-1862415	Hiroshima	広島市|Hiroxima|Hiroszima|Hirošima|Хиросима|廣島市	JP	1200754	34.4	132.45	2026-12-20T22:12:00Z	Asia/Tokyo
city-1518980	Shymkent	Шымкент|Chymkent|Schymkent|Şımkent|Szymkent|Šymkent|奇姆肯特|شيمكنت	KZ	1200000	42.3099	69.6004	2026-12-21T02:47:00Z	Asia/Almaty
city-3492914	Santiago de los Caballeros	Santiago|Santjago de los Kabaljerosas|Сантьяго-де-лос-Кабальерос|聖地牙哥|サンティアゴ・デ・ロス・カバリェロス	DO	1200000	19.4504	-70.6908	2026-12-21T11:12:00Z	America/Santo_Domingo
city-1791636	Weinan	渭南|Wej-nan|Vị Nam|Вэйнань|渭南市	CN	1199290	34.5035	109.5089	2026-12-20T23:44:00Z	Asia/Shanghai
city-1271308	Ghāziābād	Газиабад	IN	1199191	28.6654	77.4391	2026-12-21T01:39:00Z	Asia/Kolkata
city-1039854	Matola	Матола	MZ	1198988	-25.9622	32.4589	2026-12-21T02:55:00Z	Africa/Maputo
city-1272979	Dhanbad	धनबाद|دھنباد|Дханбад	IN	1196214	23.7976	86.4299	2026-12-21T00:52:00Z	Asia/Kolkata
city-3947322	Arequipa	Arekipa|Арекипа|阿雷基帕|أريكيبا	PE	1195700	-16.399	-71.5375	2026-12-21T10:11:00Z	America/Lima
city-2548885	Fes	فاس|Fez|Фес|フェズ	MA	1191905	34.0331	-5.0003	2026-12-21T07:21:00Z	Africa/Casablanca
city-3514674	Gustavo Adolfo Madero	Delegacion Gustavo A. Madero|Guadalupe|Guadalupe Hidalgo	MX	1185772	19.4939	-99.1107	2026-12-21T13:06:00Z	America/Mexico_City
city-2377450	Nouakchott	Naevakjut|Nawakshot|Nawakszut|Нуакшот|نواكشوط|努瓦克肖特	MR	1184530	18.0858	-15.9785	2026-12-21T07:30:00Z	Africa/Nouakchott
city-212730	Kisangani	Kisanganis|Кисангани|基桑加尼|キサンガニ	CD	1181788	0.5153	25.191	2026-12-21T04:14:00Z	Africa/Lubumbashi
city-1805953	Jiaxing	嘉兴|嘉興|Ťia-sing|Dziasingas|Gia Hưng|Цзясин	CN	1180000	30.7522	120.75	2026-12-20T22:50:00Z	Asia/Shanghai
city-1278149	Aurangabad	औरंगाबाद|আওরঙ্গাবাদ|Aurangabadas|Аурангабад	IN	1175116	19.8776	75.3423	2026-12-21T01:29:00Z	Asia/Kolkata
city-1496153	Omsk	Омск|Omszk|Omskas|鄂木斯克|أومسك	RU	1172070	54.9924	73.3686	2026-12-21T03:29:00Z	Asia/Omsk
city-2246678	Pikine	Пикин|皮金|ピキン	SN	1170791	14.7646	-17.3907	2026-12-21T07:30:00Z	Africa/Dakar
city-3461786	Guarulhos	Гуарульюс	BR	1169577	-23.4628	-46.5333	2026-12-21T08:17:00Z	America/Sao_Paulo
city-1631761	Pekanbaru	Kota Pekanbaru|Пеканбару|北干巴魯|プカンバル	ID	1167599	0.5167	101.4417	2026-12-20T23:09:00Z	Asia/Jakarta
city-1624917	Bandar Lampung	Бандар-Лампунг|班達楠榜|バンダールランプン	ID	1166066	-5.4292	105.2611	2026-12-20T22:44:00Z	Asia/Jakarta
city-3067696	Prague	Praha|Prag|Praga|Praag|Прага|布拉格|براغ	CZ	1165581	50.088	14.4208	2026-12-21T06:58:00Z	Europe/Prague
city-1253405	Varanasi	वाराणसी|வாரணாசி|Benarés|Waranasi|Varanasis|Варанаси	IN	1164404	25.3167	83.0104	2026-12-21T01:09:00Z	Asia/Kolkata
city-1805179	Jiujiang	九江市|Ťiou-ťiang|Ciuciang|Cửu Giang|Цзюцзян|주장 시	CN	1164268	29.7048	116.0021	2026-12-20T23:07:00Z	Asia/Shanghai
city-499099	Samara	Самара|Самар|Szamara|薩馬拉	RU	1163399	53.2077	50.1355	2026-12-21T04:52:00Z	Europe/Samara
city-2353151	Aba	Аба|阿巴|آبا	NG	1160000	5.1066	7.3667	2026-12-21T05:34:00Z	Africa/Lagos
city-1278710	Amritsar	अमृतसर|অমৃতসর|Amritszár|Amritsaras|Амритсар	IN	1159227	31.6223	74.8753	2026-12-21T01:56:00Z	Asia/Kolkata
city-2655603	Birmingham	Birmingamas|Бирмингем|伯明翰|برمينغهام	GB	1157603	52.4814	-1.8998	2026-12-21T08:16:00Z	Europe/London
city-2618425	Copenhagen	København|Keypmannahavn|Copenhague|Kopenhagen|Copenaghen|Копенгаген|哥本哈根|كوبنهاغن	DK	1153615	55.6759	12.5655	2026-12-21T07:37:00Z	Europe/Copenhagen
city-727011	Sofia	София|Sofya|Szófia|Sofija|索菲亞|صوفيا	BG	1152556	42.6975	23.3241	2026-12-21T05:53:00Z	Europe/Sofia
city-1785294	Anyang	安阳市|An-jang|Anjangas|An Dương|Аньянг|انيانغ	CN	1146839	36.096	114.3828	2026-12-20T23:29:00Z	Asia/Shanghai
city-616052	Yerevan	Երեվան|Erevan|Jerewan|Jerevan|Erewan|Erivan|Ереван|葉里溫	AM	1144700	40.1776	44.5126	2026-12-21T04:21:00Z	Asia/Yerevan
city-1253184	Vijayawada	विजयवाडा|বিজযবাডা|Widźajawada|Vidžajavada|Vidzsajavádá|Виджаявада	IN	1143232	16.5074	80.6466	2026-12-21T01:01:00Z	Asia/Kolkata
city-1816373	Bijie	毕节|畢節|Préfecture de Bijie|Pi-ťie|Tất Tiết|Бицзе	CN	1137383	27.3019	105.2863	2026-12-20T23:44:00Z	Asia/Shanghai
city-3995465	Monterrey	Monterrei|Monterėjus|Монтеррей|蒙特雷|مونتيري	MX	1135512	25.6843	-100.3172	2026-12-21T13:23:00Z	America/Monterrey
city-202061	Kigali	Kigalis|Кигали|吉佳利|كيغالي	RW	1132686	-1.95	30.0588	2026-12-21T03:51:00Z	Africa/Kigali
city-501175	Rostov-on-Don	Ростов-на-Дону|Тындагы Ростов|Rostov-sur-le-Don|Rostow am Don|Rostov del Don|Rostov sul Don|Rostov do Don|顿河畔罗斯托夫	RU	1130305	47.22	39.7077	2026-12-21T05:05:00Z	Europe/Moscow
city-1783763	Zhuzhou	株洲|Ču-čou|Džudžou|Chu Châu|Чжучжоу|株洲市	CN	1129687	27.8333	113.15	2026-12-20T23:14:00Z	Asia/Shanghai
city-1978681	Malingao		PH	1121974	7.1608	124.475	2026-12-20T21:49:00Z	Asia/Manila
city-2244322	Touba	Tuubaa|Tuba|Туба|圖巴|トゥーバ	SN	1120824	14.8623	-15.8753	2026-12-21T07:24:00Z	Africa/Dakar
city-479561	Ufa	Уфа|Ĕпхӳ|Oufa|Oefa|烏法|أوفا	RU	1120547	54.7431	55.9678	2026-12-21T04:37:00Z	Asia/Yekaterinburg
city-1258526	Ranchi	राँची|রাঁচি|Ráňčí|Ráncsí|Rančis|Ранчи	IN	1120374	23.3432	85.3094	2026-12-21T00:56:00Z	Asia/Kolkata
city-1787858	Shangrao	上饶|上饒|Šang-žao|Thượng Nhiêu|Шанжао	CN	1116486	28.4518	117.9429	2026-12-20T22:56:00Z	Asia/Shanghai
city-927967	Lilongwe	Lilongvė|Лилонгве|利隆圭|ليلونغوي	MW	1115815	-13.9669	33.7873	2026-12-21T03:14:00Z	Africa/Blantyre
city-1807700	Huaibei	淮北|Chuaj-pej|Huaibėjus|Hoài Bắc|Хуайбэй|淮北市	CN	1113321	33.9744	116.7917	2026-12-20T23:14:00Z	Asia/Shanghai
city-2331447	Maiduguri	Maiduguris|Майдугури|邁杜古里|ميدغري	NG	1110000	11.8469	13.1571	2026-12-21T05:22:00Z	Africa/Lagos
city-1800818	Meishan	眉山|Mej-šan|Mi Sơn|Мэйшань|眉山市	CN	1107742	30.0439	103.837	2026-12-20T23:56:00Z	Asia/Shanghai
city-152224	Mwanza	موانزا|Mvanza|Мванза|姆万扎	TZ	1104521	-2.5167	32.9	2026-12-21T03:38:00Z	Africa/Dar_es_Salaam
city-1833747	Ulsan	울산광역시|Ульсан|蔚山	KR	1098421	35.5372	129.3167	2026-12-20T22:28:00Z	Asia/Seoul
city-2111149	Sendai	仙台|Сендай	JP	1096704	38.2667	140.8667	2026-12-20T21:49:00Z	Asia/Tokyo
city-1502026	Krasnoyarsk	Красноярск|Krasnoïarsk|Krasnojarsk|크라스노야르스크	RU	1090811	56.0374	92.9314	2026-12-21T02:18:00Z	Asia/Krasnoyarsk
city-1810820	Fuzhou	抚州市|撫州|Fu-čou|Phủ Châu|Фучжоу	CN	1089888	27.96	116.3333	2026-12-20T23:01:00Z	Asia/Shanghai
city-1809532	Guigang	贵港市|貴港|Kuej-kang|Quý Cảng|Гуйган	CN	1086327	23.116	109.5947	2026-12-20T23:18:00Z	Asia/Shanghai
city-3143244	Oslo	Oslas|Осло|奥斯陆|أوسلو	NO	1082575	59.9127	10.7461	2026-12-21T08:18:00Z	Europe/Oslo
city-1269633	Jabalpur	जबलपुर|জবলপুর|Dżabalpur|Dzsabalpur|Džabalpuras|Джабалпур	IN	1081677	23.167	79.9501	2026-12-21T01:17:00Z	Asia/Kolkata
city-2337639	Ilorin	Ilorinas|Илорин|伊洛林|イロリン	NG	1080000	8.4966	4.5421	2026-12-21T05:51:00Z	Africa/Lagos
city-415189	Aden	عدن|Adem|Adenas|Аден|亞丁	YE	1079670	12.7796	45.0385	2026-12-21T03:16:00Z	Asia/Aden
city-1648473	Bogor	Kota Bogor|Богор|茂物|بوكور	ID	1078351	-6.5944	106.7892	2026-12-20T22:35:00Z	Asia/Jakarta
city-3530589	Ciudad Nezahualcoyotl	Nezahualcóyotl|Nesahualkojotlis|Несауалькойотль	MX	1077208	19.4006	-99.0148	2026-12-21T13:05:00Z	America/Mexico_City
city-1808370	Hengyang	衡阳市|衡陽|Cheng-jang|Hengjangas|Hành Dương|Хэнъян	CN	1075516	26.8895	112.6189	2026-12-20T23:14:00Z	Asia/Shanghai
city-1278994	Prayagraj	इलाहाबाद|அலகாபாத்|Allāhābād|Alahabadas|Аллахабад	IN	1073438	25.4448	81.8432	2026-12-21T01:14:00Z	Asia/Kolkata
city-3691175	Trujillo	Truchiljas|Трухильо|特鲁希略|تروخيو، بيرو	PE	1067700	-8.116	-79.03	2026-12-21T10:56:00Z	America/Lima
city-1253102	Visakhapatnam	विशाखापत्तनम|విశాఖపట్నం|Vishakhapatnam|Visakhapatnamas|Вишакхапатнам	IN	1063178	17.6801	83.2016	2026-12-21T00:53:00Z	Asia/Kolkata
city-1842485	Goyang-si	고양시	KR	1061752	37.6564	126.835	2026-12-20T22:44:00Z	Asia/Seoul
city-1785781	Yulin	玉林市|玉林|Jü-lin|Ngọc Lâm|Юйлинь	CN	1056743	22.6305	110.1469	2026-12-20T23:15:00Z	Asia/Shanghai
city-1268865	Jodhpur	जोधपुर|যোধপুর|Dźodhpur|Džódpur|Dzsódhpur|Džodhpuras|Джодхпур	IN	1056191	26.2684	73.0059	2026-12-21T01:51:00Z	Asia/Kolkata
city-1270583	Gwalior	Гвалиор	IN	1054420	26.2298	78.1734	2026-12-21T01:30:00Z	Asia/Kolkata
city-1805540	Jingzhou	荆州市|荊州|Ťing-čou|Kinh Châu|Цзинчжоу	CN	1052282	30.3503	112.1903	2026-12-20T23:23:00Z	Asia/Shanghai
city-964420	Gqeberha	Ibhayi|die Baai|Port Elizabeth|Puerto Elizabeth|Porto Elizabeth|Порт-Элизабет|伊莉莎白港|بورت إليزابيث	ZA	1050078	-33.9611	25.6149	2026-12-21T03:03:00Z	Africa/Johannesburg
city-611717	Tbilisi	თბილისი|Тбилиси|Tbilissi|Tiflis|Tiblíssi|Tbiliszi|Tbilisis|第比利斯	GE	1049498	41.6914	44.8341	2026-12-21T04:24:00Z	Asia/Tbilisi
city-472045	Voronezh	Воронеж|Voronej|Woronesch|Woroneż|Voronezj|Voroněž|ヴォロネジ|보로네시	RU	1047549	51.6683	39.192	2026-12-21T05:27:00Z	Europe/Moscow
city-1788572	Xinxiang	南干道|Синьсян	CN	1047088	35.1903	113.8015	2026-12-20T23:29:00Z	Asia/Shanghai
city-1786746	Yichun	I-čchun|Nghi Xuân|Ичунь|이춘 시	CN	1045952	27.8333	114.4	2026-12-20T23:09:00Z	Asia/Shanghai
city-2322911	Sokoto	Sokotas|Сокото|索科托|ソコト	NG	1040000	13.0627	5.2432	2026-12-21T05:56:00Z	Africa/Lagos
city-2335953	Jos	Dżos|Йос|乔斯|جوس	NG	1040000	9.9285	8.8921	2026-12-21T05:36:00Z	Africa/Lagos
city-2530335	Tangier	طنجة|Tanger|Tangeri|Танжер|坦幾亞	MA	1035141	35.7673	-5.7998	2026-12-21T07:29:00Z	Africa/Casablanca
city-1790353	Xianyang	咸阳|咸陽|Sien-jang|Hszienjang|Sianjangas|Hàm Dương|Саньян	CN	1034081	34.3378	108.7026	2026-12-20T23:47:00Z	Asia/Shanghai
city-3996069	Mexicali	Meksikalis|Мехикали|墨西卡利|مكسيكالي	MX	1032686	32.6278	-115.4545	2026-12-21T14:40:00Z	America/Tijuana
city-2255414	Pointe-Noire	Puent Nuaras|Пуэнт-Нуар|푸앵트누아르	CG	1032000	-4.7761	11.8635	2026-12-21T04:58:00Z	Africa/Brazzaville
city-3395981	Maceió	Masejas|Масейо|马塞约|ماسايو	BR	1031597	-9.6658	-35.7353	2026-12-21T08:00:00Z	America/Maceio
city-3467865	Campinas	Kampinasas|Кампинас|坎皮纳斯|كامبيناس	BR	1031554	-22.9056	-47.0608	2026-12-21T08:20:00Z	America/Sao_Paulo
city-1796556	Sanya	三亚|三亞|San-ja|Tam Á|Санья	CN	1031396	18.2543	109.5095	2026-12-20T23:09:00Z	Asia/Shanghai
city-1185188	Rangpur	রংপুর|Rangpur City|Rongpur|Rangpuras|Рангпур|朗布尔市	BD	1031388	25.7466	89.2517	2026-12-21T00:45:00Z	Asia/Dhaka
city-94787	Kirkuk	كركوك|Kerkûk|Kirkouk|Kirkukas|Киркук|基爾庫克	IQ	1031000	35.4681	44.3922	2026-12-21T04:08:00Z	Asia/Baghdad
city-162183	Ashgabat	Aşgabat|Ашхабад|Achgabat|Aschgabat|Asjabad|Aszchabad|阿什哈巴德|عشق آباد	TM	1030063	37.95	58.3833	2026-12-21T03:18:00Z	Asia/Ashgabat
city-1795874	Shaoguan	韶关市|韶關|Šao-kuan|Thiều Quan|Шаогуань	CN	1028460	24.8	113.5833	2026-12-20T23:05:00Z	Asia/Shanghai
city-1270396	Howrah	হাওড়া|Haora|Haura|ハウラー	IN	1027672	22.5769	88.3186	2026-12-21T00:42:00Z	Asia/Kolkata
city-1258980	Raipur	रायपुर|রায়পুর|Rájpur|Raipuras|Райпур	IN	1027264	21.2333	81.6333	2026-12-21T01:06:00Z	Asia/Kolkata
city-1846326	Changwon	창원시|Čchangwon|Cshangvon|Čangvonas|Чханвон|昌原市	KR	1025702	35.2281	128.6811	2026-12-20T22:30:00Z	Asia/Seoul
city-1802276	Longyan	龙岩|龍岩|Lung-jen|Long Nham|Лунъянь	CN	1025087	25.0749	117.0178	2026-12-20T22:52:00Z	Asia/Shanghai
city-2886242	Köln	Cologne|Colonia|Kolonia|Keulen|Kolín nad Rýnem|Кёльн|科隆|قلونية	DE	1024621	50.9333	6.95	2026-12-21T07:32:00Z	Europe/Berlin
city-2964574	Dublin	Baile Átha Cliath|Dublino|Dublinas|Дублин|都柏林|دبلن	IE	1024027	53.3331	-6.2489	2026-12-21T08:38:00Z	Europe/Dublin
city-1254388	Tiruchirappalli	तिरुचिरापल्ली|திருச்சிராப்பள்ளி|Tiruchirapalli|Tiruččiráppalli|Tiruccsirápalli|Тируччираппалли	IN	1022518	10.8155	78.6965	2026-12-21T00:58:00Z	Asia/Kolkata
city-1786217	Yongzhou	융저우 시	CN	1020715	26.4239	111.6131	2026-12-20T23:17:00Z	Asia/Shanghai
city-2800866	Brussels	Brussel|Bruxelles|Bruselas|Bruxelas|Bruksela|Брюссель|布鲁塞尔|بروكسل	BE	1019022	50.8505	4.3488	2026-12-21T07:42:00Z	Europe/Brussels
city-1679432	Zamboanga	Lungsod ng Zamboanga|Zamboanga City|Замбоанга|三宝颜|サンボアンガ	PH	1018849	6.9103	122.0739	2026-12-20T21:58:00Z	Asia/Manila
city-6094817	Ottawa	Otava|Оттава|渥太華|أوتاوا	CA	1017449	45.4112	-75.6981	2026-12-21T12:39:00Z	America/Toronto
city-1806535	Huzhou	Huchow	CN	1015937	30.8703	120.0933	2026-12-20T22:53:00Z	Asia/Shanghai
city-472757	Volgograd	Волгоград|Wolgograd|Volgogrado|Wołgograd|Volgogradas|伏尔加格勒|فولغوغراد	RU	1013533	48.7138	44.4976	2026-12-21T04:52:00Z	Europe/Volgograd
city-5946768	Edmonton	Edmontonas|Эдмонтон|埃德蒙顿|إدمونتون	CA	1010899	53.5501	-113.4687	2026-12-21T15:48:00Z	America/Edmonton
city-698740	Odesa	Одеса|Одесса|Odessa|Odessza|敖德薩	UA	1010537	46.4857	30.7438	2026-12-21T05:38:00Z	Europe/Kyiv
city-1803936	Wuwei	武威	CN	1010295	37.9267	102.632	2026-12-21T00:21:00Z	Asia/Shanghai
city-4160021	Jacksonville	Džeksonvilis|Джэксонвилл|杰克逊维尔|جاكسونفيل	US	1009833	30.3322	-81.6556	2026-12-21T12:19:00Z	America/New_York
city-4691930	Fort Worth	Fortvortas|Форт-Уэрт|沃思堡|فورت وورث	US	1008106	32.7254	-97.3208	2026-12-21T13:27:00Z	America/Chicago
city-1808857	Hanzhong	漢中|Chan-čung|Hán Trung|Ханьчжун|漢中市	CN	1006557	33.0751	107.0221	2026-12-20T23:51:00Z	Asia/Shanghai
city-7576887	Hezhou	贺州市|賀州|Che-čou|Hạ Châu|Хэчжоу	CN	1005490	24.4036	111.5667	2026-12-20T23:13:00Z	Asia/Shanghai
city-1266049	Kota	कोटा|கோட்டா|Кота	IN	1001694	25.1825	75.8391	2026-12-21T01:37:00Z	Asia/Kolkata
city-7602670	Zhu Cheng City		CN	1000000	35.995	119.4026	2026-12-20T23:09:00Z	Asia/Shanghai
city-1812101	Dongying	东营市|東營|Tung-jing|Đông Dinh|Дуньин	CN	998968	37.4627	118.4917	2026-12-20T23:16:00Z	Asia/Shanghai
city-1801640	Luzhou	泸州市|瀘州|Lu-čou|Lô Châu|Хэфэй	CN	998900	28.8903	105.4257	2026-12-20T23:47:00Z	Asia/Shanghai
city-5392171	San Jose	San Chozė|Сан-Хосе|聖荷西|سان هوزيه	US	997368	37.3394	-121.895	2026-12-21T15:18:00Z	America/Los_Angeles
city-1256436	Sholapur	Solapur|सोलापूर|Солапур|ソーラープル	IN	997281	17.6715	75.9104	2026-12-21T01:22:00Z	Asia/Kolkata
city-2542997	Marrakesh	مراكش|ⴰⵎⵓⵔⴰⴽⵓⵛ|Marrakech|Marrakesch|Marrakesz|Marrákeš|Марракеш	MA	995871	31.6342	-7.9999	2026-12-21T07:27:00Z	Africa/Casablanca
city-3598132	Guatemala City	Ciudad de Guatemala|Guatemala|Guatemala-Stadt|Città del Guatemala|Cidade da Guatemala|Гватемала|瓜地馬拉市|مدينة غواتيمالا	GT	994938	14.6407	-90.5133	2026-12-21T12:22:00Z	America/Guatemala
city-1800779	Meizhou	Mei-ch’eng-chen|Mej-čou|Mai Châu|Мэйчжоу|梅州市|메이저우 시	CN	992351	24.2886	116.1177	2026-12-20T22:54:00Z	Asia/Shanghai
city-1927639	Yueyang	岳阳市|Jüe-jang|Nhạc Dương|Юэян|岳陽市	CN	991465	29.3745	113.0948	2026-12-20T23:18:00Z	Asia/Shanghai
city-1804591	Laiwu	莱芜市|萊蕪|Laj-wu|Lai Vu|Лайу	CN	989535	36.1928	117.6569	2026-12-20T23:16:00Z	Asia/Shanghai
city-2038300	Benxi	本溪市|本溪|Pen-si|Bensi|Bản Khê|Бэньси	CN	987717	41.2886	123.765	2026-12-20T23:07:00Z	Asia/Shanghai
city-747323	Esenyurt	Eksinoz|Eskiyuz	TR	983571	41.027	28.6773	2026-12-21T05:27:00Z	Europe/Istanbul
city-511196	Perm	Пермь|Перĕм|Permė|彼尔姆	RU	982419	58.0105	56.2502	2026-12-21T04:59:00Z	Asia/Yekaterinburg
city-2317765	Zaria	Zariya|Zarija|Заря|扎里亚|زاريا	NG	980000	11.1113	7.7227	2026-12-21T05:43:00Z	Africa/Lagos
city-2113015	Chiba	千葉市|Čiba|Чиба|تشيبا	JP	979768	35.6	140.1167	2026-12-20T21:45:00Z	Asia/Tokyo
city-1798827	Pingdingshan	平顶山市|平頂山|Pching-ting-šan|Bình Đỉnh Sơn|Пиндиншань	CN	979130	33.7309	113.3155	2026-12-20T23:27:00Z	Asia/Shanghai
city-3645528	Ciudad Guayana	Cidade Guaiana|Guayana|Siudad Guajana|Сьюдад-Гуаяна|圭亞那城|シウダーグアヤナ	VE	978202	8.3512	-62.641	2026-12-21T10:19:00Z	America/Caracas
city-1166000	Sargodha	سرگودھا|ਸਰਗੋਧਾ|Sargoda|Саргодха	PK	975886	32.0859	72.6742	2026-12-21T02:06:00Z	Asia/Karachi
city-4671654	Austin	Ostinas|Остин|奧斯汀|أوستن	US	974447	30.2672	-97.7431	2026-12-21T13:23:00Z	America/Chicago
city-3617763	Managua	Managva|Манагуа|馬納瓜|ماناغوا	NI	973087	12.1328	-86.2504	2026-12-21T12:01:00Z	America/Managua
city-1816440	Bengbu	蚌埠|بېڭبۇ شەھەرى|Bạng Phụ|Бэнбу	CN	972784	32.9408	117.3608	2026-12-20T23:09:00Z	Asia/Shanghai
city-2537763	Salé	سلا|Sala|Сале	MA	972299	34.0531	-6.7985	2026-12-21T07:29:00Z	Africa/Casablanca
city-281184	Jerusalem	ירושלים|القدس|Jerusalén|Gerusalemme|Jerozolima|Jeruzalem|Jeruzsálem|Иерусалим	IL	971800	31.769	35.2163	2026-12-21T04:35:00Z	Asia/Jerusalem
city-1274746	Chandigarh	चंडीगढ़|চন্ডীগড়|Czandigarh|Čandígarh|Čandigarchas|Чандигарх	IN	970602	30.7363	76.7884	2026-12-21T01:46:00Z	Asia/Kolkata
city-709930	Dnipro	Дніпро|Днепр|Dnipropetrovs'k|Dniepr|Dnjepropetrovsk|Dnyipro|Dniepropetrovskas|聶伯城	UA	968502	48.4666	35.0407	2026-12-21T05:29:00Z	Europe/Kyiv
city-1717512	Cebu City	Cebu|Ciudad de Cebú|Себу|세부	PH	965332	10.3167	123.8907	2026-12-20T21:57:00Z	Asia/Manila
city-1254348	Tiruppur	Tirupur|तिरूपुर|Тируппур|蒂魯普	IN	963173	11.1154	77.3546	2026-12-21T01:04:00Z	Asia/Kolkata
city-1271476	Guwahati	गुवाहाटी|গুয়াহাটি|Gauhati|Guvahatis|Гувахати	IN	962334	26.1844	91.7458	2026-12-21T00:36:00Z	Asia/Kolkata
city-1790492	Xiangtan	湘潭市|湘潭|Siang-tchan|Tương Đàm|Сянтань	CN	959303	27.85	112.9	2026-12-20T23:15:00Z	Asia/Shanghai
city-1803567	Linfen	Lin-fen-hsien|臨汾|Lâm Phần|Линьфынь|臨汾市	CN	959198	36.0889	111.5189	2026-12-20T23:41:00Z	Asia/Shanghai
city-1784642	Zhenjiang	镇江|جېنجياڭ شەھىرى|鎮江	CN	950516	32.2109	119.4551	2026-12-20T22:59:00Z	Asia/Shanghai
city-2343279	Enugu	Enúgwu|Энугу|埃努古|إنوغو	NG	950000	6.4413	7.4988	2026-12-21T05:35:00Z	Africa/Lagos
city-3838583	Rosario	Rosarijas|Росарио|罗萨里奥|روساريو	AR	948312	-32.9468	-60.6393	2026-12-21T08:51:00Z	America/Argentina/Cordoba
city-101760	Sulţānah		SA	946697	24.4926	39.5857	2026-12-21T04:01:00Z	Asia/Riyadh
city-1269920	Hubballi	Hubli|Хубли-Дхарвад	IN	943788	15.3478	75.1338	2026-12-21T01:21:00Z	Asia/Kolkata
city-1633419	Padang	Kota Padang|Padangas|Паданг|巴東|بادانغ	ID	942938	-0.9492	100.3543	2026-12-20T23:11:00Z	Asia/Jakarta
city-1859307	Kitakyushu	北九州市|Kitakjúšú|Kitakiūšiū|Китакюсю|كيتاكيوشو	JP	940978	33.8518	130.8503	2026-12-20T22:17:00Z	Asia/Tokyo
city-70225	Taiz	تعز|Таиз	YE	940600	13.5795	44.0209	2026-12-21T03:22:00Z	Asia/Aden
city-3489854	Kingston	Кингстон|京斯敦|キングストン	JM	937700	17.997	-76.7936	2026-12-21T11:34:00Z	America/Jamaica
city-1281673	Baoshan	保山市|保山|Pao-šan|Bảo Sơn|Баошань	CN	935618	25.1163	99.1637	2026-12-21T00:04:00Z	Asia/Shanghai
city-1797063	Rui’an	Jui-an|Jui-an-hsien|Jui-an-hsien-ch'eng|瑞安	CN	927383	27.7761	120.6586	2026-12-20T22:44:00Z	Asia/Shanghai
city-4014338	Chihuahua	Chihuahua City|Čihuahua|Чиуауа|奇瓦瓦市|チワワ	MX	925762	28.6353	-106.0889	2026-12-21T13:53:00Z	America/Chihuahua
city-6611854	Nay Pyi Taw	Naypyidaw|Naipidau|네피도	MM	925000	19.745	96.1297	2026-12-21T00:05:00Z	Asia/Yangon
city-315202	Eskişehir	Əskişəhər|Eskišechiras|Эскишехир|埃斯基谢希尔|أسكي شهر	TR	921630	39.7767	30.5206	2026-12-21T05:15:00Z	Europe/Istanbul
city-1262321	Mysuru	Mysore|मैसूर|Maisúr|Májszúr|Майсур|迈索尔	IN	920550	12.2979	76.6393	2026-12-21T01:09:00Z	Asia/Kolkata
city-1257629	Salem	सेलम|సేలం|Selam|Szálem|Салем	IN	917414	11.6538	78.1554	2026-12-21T01:02:00Z	Asia/Kolkata
city-3388368	São Luís	San Luisas|Сан-Луис|圣路易斯|ساو لويز	BR	917237	-2.5297	-44.3028	2026-12-21T08:47:00Z	America/Fortaleza
city-1897000	Seongnam-si	성남시	KR	914832	37.4386	127.1378	2026-12-20T22:42:00Z	Asia/Seoul
city-3687238	Cartagena	Cartagena de Indias|Carthagène|Cartagena das Índias|Kartachena|Картахена|卡塔赫纳|قرطاجنة، كولومبيا	CO	914552	10.3982	-75.4933	2026-12-21T11:14:00Z	America/Bogota
city-1730501	Antipolo	Antipolo City	PH	913712	14.6258	121.1225	2026-12-20T22:15:00Z	Asia/Manila
city-4509177	Columbus	Kolumbas|Колумбус|哥伦布|كولومبوس	US	913175	39.9612	-82.9988	2026-12-21T12:50:00Z	America/New_York
city-1164909	Sialkot	سیالکوٹ|ਸਿਆਲਕੋਟ|Sijalkot|Sialkotas|Сиалкот	PK	911817	32.4927	74.5313	2026-12-21T01:59:00Z	Asia/Karachi
city-4460243	Charlotte	Šarlotė|Шарлотт|夏洛特|تشارلوت	US	911311	35.2271	-80.8431	2026-12-21T12:28:00Z	America/New_York
city-1804609	Laibin	来宾市|來賓|Laj-pin|Lai Tân|Лайбинь	CN	910282	23.7474	109.2222	2026-12-20T23:21:00Z	Asia/Shanghai
city-2319133	Warri	Варри|瓦里|واري	NG	910000	5.5174	5.7501	2026-12-21T05:41:00Z	Africa/Lagos
city-3172394	Naples	Napoli|Neapel|Nápoles|Neapol|Napels|Неаполь|那不勒斯|نابولي	IT	909048	40.8522	14.2681	2026-12-21T06:24:00Z	Europe/Rome
city-1790254	Xiaogan	孝感市|孝感|Siao-kan|Hiếu Cảm|Сяогань	CN	908266	30.9269	113.9222	2026-12-20T23:18:00Z	Asia/Shanghai
city-3467747	Campo Grande	Kampo Grandė|Кампу-Гранди|格蘭德營|كامبو غراندي	BR	906092	-20.4428	-54.6464	2026-12-21T08:55:00Z	America/Campo_Grande
city-1783683	Ziyang	雁江|Цзыян	CN	905729	30.1211	104.6481	2026-12-20T23:53:00Z	Asia/Shanghai
city-2362344	Bobo-Dioulasso	Bobo Diulasas|Бобо-Диуласо|博博迪乌拉索|بوبوديولاسو	BF	904920	11.1806	-4.2949	2026-12-21T06:31:00Z	Africa/Ouagadougou
city-1183880	Bahawalpur	Бахавалпура	PK	903795	29.3978	71.6752	2026-12-21T02:03:00Z	Asia/Karachi
city-1797264	Quzhou	衢州市|衢州|Čchü-čou|Cù Châu|Цюйчжоу	CN	902767	28.9594	118.8686	2026-12-20T22:53:00Z	Asia/Shanghai
city-931755	Blantyre	Blantairas|Блантайр|布兰太尔|بلانتاير	MW	902588	-15.785	35.0085	2026-12-21T03:06:00Z	Africa/Blantyre
city-709717	Donetsk	Донецьк|Донецк|Donezk|Donec'k|Donieck|Doneckas|Donețk|頓涅茨克	UA	901645	48.023	37.8022	2026-12-21T05:16:00Z	Europe/Kyiv
city-100077	Abū Ghurayb	أبو غريب|Abu Ghraib|Abou Ghraib|Abu Ghuraib|Абу-Грейб	IQ	900000	33.3056	44.1848	2026-12-21T04:03:00Z	Asia/Baghdad
city-119208	Qom	قم|Qûm|Kom|Kum|Kumas|Кум|库姆	IR	900000	34.6401	50.8764	2026-12-21T03:39:00Z	Asia/Tehran
city-1528675	Bishkek	Бишкек|Bichkek|Bischkek|Biskek|Bisqueque|Biszkek|比什凯克|بيشكك	KG	900000	42.87	74.59	2026-12-21T02:29:00Z	Asia/Bishkek
city-1785453	Zaozhuang	枣庄市|棗莊|Cao-čuang|Tảo Trang|Цзаочжуан	CN	899753	34.8647	117.5542	2026-12-20T23:13:00Z	Asia/Shanghai
city-542420	Krasnodar	Краснодар|克拉斯诺达尔|クラスノダル	RU	899541	45.0453	38.9818	2026-12-21T04:59:00Z	Europe/Moscow
city-3394023	Natal	Натал	BR	896708	-5.795	-35.2094	2026-12-21T08:05:00Z	America/Fortaleza
city-1798654	Pingxiang	萍乡|萍鄉|Pching-siang|Bình Hương|Пинсян	CN	893550	27.6167	113.8535	2026-12-20T23:11:00Z	Asia/Shanghai
city-1636722	Malang	Kabupaten Malang|Маланг|瑪琅|مالانغ	ID	889359	-7.9797	112.6304	2026-12-20T22:10:00Z	Asia/Jakarta
city-3531673	Cancún	Kankunas|Канкун|坎昆|كانكون	MX	888797	21.1743	-86.8466	2026-12-21T12:20:00Z	America/Cancun
city-4259418	Indianapolis	Индианаполис|印第安納波利斯|إنديانابوليس	US	887642	39.7684	-86.158	2026-12-21T13:02:00Z	America/Indiana/Indianapolis
city-1270642	Gurugram	Gurgaon|গুরগাঁও|Гургаон|古爾岡	IN	886519	28.4601	77.0263	2026-12-21T01:40:00Z	Asia/Kolkata
city-1275817	Bhubaneswar	भुवनेश्वर|ভুবনেশ্বর|Bhubaneshwar|Бхубанешвар	IN	885363	20.2724	85.8338	2026-12-21T00:47:00Z	Asia/Kolkata
city-1886762	Zhoushan	Чжоушань	CN	882932	29.9887	122.2049	2026-12-20T22:42:00Z	Asia/Shanghai
city-2035265	Qiqihar	齐齐哈尔|齊齊哈爾|Cicikar|Čičiharas|Tề Tề Cáp Nhĩ|Цицикар	CN	882364	47.3392	123.9615	2026-12-20T23:28:00Z	Asia/Shanghai
city-98463	Sulaymaniyah	السليمانية|Silêmanî|Souleimaniye|Sulaimaniyya|Solimania|As-Sulajmanijja|Сулеймания	IQ	878146	35.565	45.4329	2026-12-21T04:04:00Z	Asia/Baghdad
city-2995469	Marseille	Marsilha|Marsella|Marsiglia|Marselha|Marsylia|Марсель|马赛|مرسيليا	FR	877215	43.297	5.3811	2026-12-21T07:07:00Z	Europe/Paris
city-1802940	Puning	P’u-ning-hsien|普寧|Phổ Ninh|普寧市|푸닝 시	CN	874954	23.3107	116.1687	2026-12-20T22:52:00Z	Asia/Shanghai
city-1275901	Bhiwandi	भिवंडी|ভিওয়াদি|Bhivándi|Бхиванди	IN	874032	19.3002	73.0588	2026-12-21T01:37:00Z	Asia/Kolkata
city-3386496	Teresina	Терезина|特雷西納|تيريسينا	BR	871126	-5.0892	-42.8019	2026-12-21T08:37:00Z	America/Fortaleza
city-1789065	Ankang	安康|Анкан	CN	870126	32.68	109.0172	2026-12-20T23:42:00Z	Asia/Shanghai
city-1268782	Jalandhar	जलंधर|জলন্ধর|Jalandar|Dźalandhar|Dzsálandhár|Джаландхар	IN	868929	31.3256	75.5792	2026-12-21T01:52:00Z	Asia/Kolkata
city-2747891	Rotterdam	Roterdão|Roterdamas|Роттердам|鹿特丹|روتردام	NL	868135	51.9225	4.4792	2026-12-21T07:47:00Z	Europe/Amsterdam
city-1804540	Langfang	廊坊市|Ланфан	CN	868066	39.5208	116.7147	2026-12-20T23:30:00Z	Asia/Shanghai
city-1805987	Jiaozuo	焦作市|焦作|Ťiao-cuo|Tiêu Tác|Цзяоцзо	CN	865413	35.2392	113.2391	2026-12-20T23:31:00Z	Asia/Shanghai
city-1629001	Samarinda	Kota Samarinda|Самаринда|沙馬林達|ساماريندا	ID	865306	-0.4917	117.1458	2026-12-20T22:05:00Z	Asia/Makassar
city-1791748	Wanxian	Gaosuntang|Wan|Wan-Hsien|万州	CN	859662	30.816	108.3741	2026-12-20T23:40:00Z	Asia/Shanghai
city-1799194	Guang’an	Kuang-an|Kuang-an-hsien|Kwang-an-hsien|广安市	CN	858159	30.4741	106.637	2026-12-20T23:46:00Z	Asia/Shanghai
city-1732752	Johor Bahru	新山|ஜொகூர் பாரு|Johor Baharu|Džohor Baru|Джохор-Бару	MY	858118	1.4655	103.7578	2026-12-20T23:02:00Z	Asia/Kuala_Lumpur
city-1184370	Arifwala		PK	854462	30.2906	73.0657	2026-12-21T02:00:00Z	Asia/Karachi
city-7290466	Pasig City	Pasig	PH	853050	14.5869	121.0614	2026-12-20T22:16:00Z	Asia/Manila
city-1845604	Cheongju-si	청주시|Cheongju	KR	852147	36.6372	127.4897	2026-12-20T22:38:00Z	Asia/Seoul
city-3600949	Tegucigalpa	Tegusigalpa|Тегусигальпа|德古斯加巴|تيغوسيغالبا	HN	850848	14.0818	-87.2068	2026-12-21T12:08:00Z	America/Tegucigalpa
city-1838716	Bucheon-si	부천시	KR	850731	37.4989	126.7831	2026-12-20T22:43:00Z	Asia/Seoul
city-1566166	Thanh Hóa	Tan Khoa|Tan'һoa|Than Hoa|Таньһоа|تان هوا|清化市	VN	850000	19.8	105.7667	2026-12-20T23:27:00Z	Asia/Bangkok
city-3165524	Turin	Torino|Torinu|Turim|Turyn|Turijn|Турин|都灵|تورينو	IT	847287	45.0705	7.6868	2026-12-21T07:04:00Z	Europe/Rome
city-292913	Al Ain City	العين|العین|Al Ain|Al-Ayn|Al-Ajn|El-Ajn|Ainas|Эль-Айн	AE	846747	24.1917	55.7606	2026-12-21T02:56:00Z	Asia/Dubai
city-2399697	Libreville	Librevilis|Либревиль|利伯维尔|ليبرفيل	GA	846090	0.3924	9.4536	2026-12-21T05:17:00Z	Africa/Libreville
city-498677	Saratov	Саратов|Сарытау|Saratow|Szaratov|Saratovas|薩拉托夫	RU	844858	51.5405	45.9901	2026-12-21T04:59:00Z	Europe/Saratov
city-2028462	Ulan Bator	Улаанбаатар|Улан-Батор|Ulaanbaatar|Oulan-Bator|Ulã Bator|Ułan Bator|Ulánbátar|乌兰巴托	MN	844818	47.9077	106.8832	2026-12-21T00:39:00Z	Asia/Ulaanbaatar
city-1791673	Weihai	威海|ۋېيخەي شەھىرى|Wej-chaj|Uy Hải|Вэйхай	CN	844310	37.5091	122.1136	2026-12-20T23:02:00Z	Asia/Shanghai
city-1821940	Takeo	Prasat|Takev|Такео|تاكيو	KH	843931	10.9908	104.785	2026-12-20T23:14:00Z	Asia/Phnom_Penh
city-3456160	Nova Iguaçu	Nova Iguasu|Нова-Игуасу|新伊瓜蘇|ノヴァ・イグアス	BR	843046	-22.7592	-43.4511	2026-12-21T08:06:00Z	America/Sao_Paulo
city-3919968	Cochabamba	Kočabamba|Кочабамба|科恰班巴|كوتشابامبا	BO	841276	-17.3819	-66.1599	2026-12-21T09:48:00Z	America/La_Paz
city-144448	Ahvaz	Ehvaz|Ahwaz|Ahvazas|Ахваз|阿瓦士|الأهواز	IR	841145	31.319	48.6842	2026-12-21T03:40:00Z	Asia/Tehran
city-1651944	Vientiane	Viangchan|Vienciana|Wientian|Vientián|Vientianas|Вьентьян|永珍|فيينتيان	LA	840940	17.9667	102.6	2026-12-20T23:36:00Z	Asia/Vientiane
city-1788508	Xinyu	新喻|Sin-jü|Tân Dư|Синьюй|신위 시	CN	839488	27.8043	114.9334	2026-12-20T23:07:00Z	Asia/Shanghai
city-965301	Pietermaritzburg	Mokokotlofo|Pitermaricburgas|Питермарицбург|彼得马里茨堡|بيترماريتزبرغ	ZA	839327	-29.6168	30.3928	2026-12-21T02:55:00Z	Africa/Johannesburg
city-1786770	Yibin	宜宾|宜賓|Nghi Tân|Ибинь	CN	836340	28.7593	104.6399	2026-12-20T23:50:00Z	Asia/Shanghai
city-3522790	Naucalpan de Juárez	Naucalpan|Municipio Naucalpan de Juárez|Наукальпан-де-Хуарес|瑙卡尔潘|ناوكالبان دي خواريز	MX	834434	19.4785	-99.2396	2026-12-21T13:06:00Z	America/Mexico_City
city-1771023	Kampung Baru Subang	Subang	MY	833571	3.15	101.5333	2026-12-20T23:13:00Z	Asia/Kuala_Lumpur
city-2290956	Bouaké	Bvakė|Буаке|布瓦凯|بواكي	CI	832371	7.6939	-5.0303	2026-12-21T06:28:00Z	Africa/Abidjan
city-5391959	San Francisco	São Francisco|San Fransiskas|Сан-Франциско|旧金山|سان فرانسيسكو	US	827526	37.7749	-122.4194	2026-12-21T15:21:00Z	America/Los_Angeles
city-1853195	Sakai	堺市|Сакаи|사카이 시	JP	826161	34.5822	135.4665	2026-12-20T22:01:00Z	Asia/Tokyo
city-2509954	Valencia	Valentzia|Valence|Walencja|Valencie|Valensiya|Валенсия|巴倫西亞|بلنسية	ES	824340	39.4739	-0.3797	2026-12-21T07:18:00Z	Europe/Madrid
city-1815059	Chenzhou	郴州|Чэньчжоу	CN	822534	25.8	113.0333	2026-12-20T23:10:00Z	Asia/Shanghai
city-3464374	Duque de Caxias	Duke de Kašijasas|Дуки-ди-Кашиас|卡希亞斯公爵城|دوق دي كاكسياس	BR	818329	-22.7856	-43.3117	2026-12-21T08:05:00Z	America/Sao_Paulo
city-3397277	João Pessoa	Žoan Pesoa|Жуан-Песоа|若昂佩索阿|جواو بيسوا	BR	817511	-7.115	-34.8631	2026-12-21T08:01:00Z	America/Fortaleza
city-217831	Bukavu	Costermansstad|Costermansville|Букаву|بوكافو	CD	816811	-2.4908	28.8428	2026-12-21T03:54:00Z	Africa/Lubumbashi
city-3094802	Kraków	Cracovie|Krakau|Cracovia|Krakov|Krakkó|Краков|克拉科夫|كراكوف	PL	816614	50.0614	19.9366	2026-12-21T06:36:00Z	Europe/Warsaw
city-3648559	Barcelona	Barselona|Барселона|巴塞羅那|バルセロナ	VE	815141	10.1384	-64.6877	2026-12-21T10:31:00Z	America/Caracas
city-2389853	Bangui	Bangi|Bangis|Банги|班基|バンギ	CF	812407	4.3612	18.555	2026-12-21T04:48:00Z	Africa/Bangui
city-4004898	Hermosillo	Hermosiljas|Эрмосильо|埃莫西约|ارموسييو سونورا	MX	812229	29.0887	-110.9668	2026-12-21T14:13:00Z	America/Hermosillo
city-1276014	Bhayandar	Bhayander|Bhayndar|Bhayundar|Бхаяндар|بهایاندر	IN	809378	19.3016	72.8511	2026-12-21T01:37:00Z	Asia/Kolkata
city-4012176	Culiacán	Kuljakanas|Кулиакан|库利亚坎|クリアカン	MX	808416	24.8021	-107.3942	2026-12-21T13:50:00Z	America/Mazatlan
city-1735158	Petaling Jaya	八打灵再也|பெடாலிங் ஜெயா|Петалинг-Джая	MY	807879	3.1073	101.6067	2026-12-20T23:13:00Z	Asia/Kuala_Lumpur
city-1817993	Anqing	安庆市|安慶|Anking|An-čching|Ančingas|An Khánh|Аньцин	CN	804493	30.5136	117.0472	2026-12-20T23:04:00Z	Asia/Shanghai
city-2485926	Oran	وهران|Orano|Orã|Oranas|Оран|瓦赫蘭	DZ	803329	35.6991	-0.6359	2026-12-21T07:08:00Z	Africa/Algiers
city-2409306	Freetown	Fritaunas|Фритаун|自由市|فريتون	SL	802639	8.4871	-13.2356	2026-12-21T07:02:00Z	Africa/Freetown
city-3601782	San Pedro Sula	Сан-Педро-Сула|圣佩德罗苏拉|سان بيدرو سولا	HN	801259	15.5059	-88.0259	2026-12-21T12:14:00Z	America/Tegucigalpa
city-1261809	Narela	نیرلا	IN	800000	28.8527	77.0929	2026-12-21T01:40:00Z	Asia/Kolkata
city-1788927	Xingtai	邢台市|邢台|Sing-tchaj|Hình Đài|Синтай	CN	798770	37.0622	114.4927	2026-12-20T23:31:00Z	Asia/Shanghai
city-1855431	Niigata	新潟市|Ниигата|니가타 시	JP	797591	37.9226	139.0412	2026-12-20T21:56:00Z	Asia/Tokyo
city-287286	Muscat	مسقط|Mascate|Maskat|Masqat|Maszkat|Muskat|Маскат|马斯喀特	OM	797000	23.5841	58.4078	2026-12-21T02:44:00Z	Asia/Muscat
city-250090	Zarqa	زرقاء|Zarka|Эз-Зарка|扎尔卡	JO	792665	32.0727	36.088	2026-12-21T04:32:00Z	Asia/Amman
city-6955677	Çankaya		TR	792189	39.9179	32.8627	2026-12-21T05:06:00Z	Europe/Istanbul
city-1863289	Hamamatsu	浜松市|Hamamacu|Хамамацу|滨松市	JP	791707	34.7	137.7333	2026-12-20T21:52:00Z	Asia/Tokyo
city-922773	Kolwezi	Kolvezi|Колвези	CD	790248	-10.7148	25.4667	2026-12-21T03:53:00Z	Africa/Lubumbashi
city-1562798	Vinh	荣市|Vinis|Винь|فينه	VN	790000	18.6734	105.6923	2026-12-20T23:25:00Z	Asia/Bangkok
city-1254163	Thiruvananthapuram	Trivandrum|तिरुवनन्तपुरम|Tiruvanantapuram|Tiruvanantapuramas|Тируванантапурам|特里凡得琅	IN	788271	8.4855	76.9492	2026-12-21T01:01:00Z	Asia/Kolkata
city-1784841	Zhaotong	昭通市|昭通|Čao-tchung|Chiêu Thông|Чжаотун	CN	787845	27.3167	103.7167	2026-12-20T23:50:00Z	Asia/Shanghai
city-6929460	Panzhihua	攀枝花	CN	787177	26.5851	101.7128	2026-12-20T23:57:00Z	Asia/Shanghai
city-1814757	Chuzhou	滁州|Chuju shehiri|Čchu-čou|Trừ Châu|Чучжоу|ジョ州市	CN	782671	32.3219	118.2978	2026-12-20T23:04:00Z	Asia/Shanghai
city-5809844	Seattle	Sietlas|Сиэтл|西雅圖|سياتل	US	780995	47.6062	-122.3321	2026-12-21T15:55:00Z	America/Los_Angeles
city-358619	Port Said	بورسعيد|Puerto Saíd|Porto Said|Port Saidas|Порт-Саид|塞德港	EG	780515	31.2653	32.3019	2026-12-21T04:45:00Z	Africa/Cairo
city-3685533	Cúcuta	San José de Cúcuta|Kukuta|Кукута|库库塔|ククタ	CO	777106	7.9074	-72.5049	2026-12-21T10:58:00Z	America/Bogota
city-169577	Homs	حمص|Հոմս|Hims|Homsz|Humus|Homsas|Хомс	SY	775404	34.724	36.7256	2026-12-21T04:36:00Z	Asia/Damascus
city-1788081	Xuancheng	Xuanzhou	CN	774332	30.9525	118.7553	2026-12-20T22:59:00Z	Asia/Shanghai
city-74477	Ibb	إب|Ibas|Ибб|伊卜	YE	771514	13.9667	44.1833	2026-12-21T03:22:00Z	Asia/Aden
city-1624647	Tasikmalaya	Kota Tasikmalaya|Тасикмалая	ID	770839	-7.3274	108.2207	2026-12-20T22:28:00Z	Asia/Jakarta
city-1033356	Nampula	Нампула|楠普拉|ナンプラ	MZ	770379	-15.1165	39.2666	2026-12-21T02:50:00Z	Africa/Maputo
city-1817720	Shangyu	上虞区	CN	770000	30.0156	120.8711	2026-12-20T22:48:00Z	Asia/Shanghai
city-425378	Bujumbura	Buyumbura|Bużumbura|Бужумбура|布琼布拉|بوجومبورا	BI	769317	-3.3819	29.3614	2026-12-21T03:51:00Z	Africa/Bujumbura
city-1488754	Tyumen	Тюмень|Төмән|Tioumen|Tjumen|Tiumén|Tjoemen|Ťumeň|秋明	RU	768358	57.1522	65.5272	2026-12-21T04:15:00Z	Asia/Yekaterinburg
city-315368	Erzurum	Erzîrom|Ərzurum|Erzurumas|Эрзурум|埃尔祖鲁姆|أرضروم	TR	767848	39.9086	41.2769	2026-12-21T04:33:00Z	Europe/Istanbul
city-1817968	Anshun	安顺市|安順|An-šun|Anšunas|An Thuận|Аньшунь	CN	765313	26.25	105.9333	2026-12-20T23:39:00Z	Asia/Shanghai
city-160196	Dodoma	دودوما|Додома|多多马	TZ	765179	-6.1722	35.7395	2026-12-21T03:20:00Z	Africa/Dar_es_Salaam
city-1185128	Rajshahi	রাজশাহী|Раджшахи	BD	763580	24.374	88.6011	2026-12-21T00:45:00Z	Asia/Dhaka
city-1180281	Dera Ismail Khan		PK	763195	31.8313	70.9017	2026-12-21T02:12:00Z	Asia/Karachi
city-3447399	Sorocaba	Sorokaba|Сорокаба|索羅卡巴|ソロカーバ	BR	762172	-23.5017	-47.4581	2026-12-21T08:20:00Z	America/Sao_Paulo
city-1790840	Wuzhou	梧州市|Wu-čou|Ngô Châu|Учжоу|우저우 시	CN	761948	23.4805	111.2885	2026-12-20T23:12:00Z	Asia/Shanghai
city-1734634	Ipoh	怡保|ஈப்போ|Ipohas|Ипо	MY	759952	4.5841	101.0829	2026-12-20T23:18:00Z	Asia/Kuala_Lumpur
city-1797595	Qinhuangdao	Ch’in-huang-tao|秦皇島|Čchin-chuang-tao|Činhuangdao|Tần Hoàng Đảo|Циньхуандао|تشنهوانغداو	CN	759718	39.941	119.5894	2026-12-20T23:19:00Z	Asia/Shanghai
city-88319	Benghazi	بنغازي|Bengasi|Banghazi|Bengazi|Bingazi|Bengazis|Бенгази|班加西	LY	757490	32.1149	20.0686	2026-12-21T05:36:00Z	Africa/Tripoli
city-1279017	Alīgarh	अलीगढ़|علی گڑھ|Алигарх	IN	753207	27.8815	78.0746	2026-12-21T01:34:00Z	Asia/Kolkata
city-1816920	Shaoyang	邵阳市|邵陽|Šao-jang|Thiệu Dương|Шаоян	CN	753194	27.2382	111.4621	2026-12-20T23:19:00Z	Asia/Shanghai
city-304922	Malatya	Meletî|Malatija|Малатья|馬拉蒂亞|ملطية	TR	750491	38.3502	38.3167	2026-12-21T04:40:00Z	Europe/Istanbul
city-6183235	Winnipeg	Vinnipeg|Vinipegas|Виннипег|温尼伯|وينيبيغ	CA	749607	49.8844	-97.147	2026-12-21T14:24:00Z	America/Winnipeg
city-1514588	Andijon	Андижан|Andijan|Andiżan|Andizjan|Andican|安集延|アンディジャン	UZ	747800	40.7834	72.3507	2026-12-21T02:31:00Z	Asia/Tashkent
city-1277013	Bareilly	बरेली|பரேலி|Bareli|Барейли	IN	745435	28.3668	79.4317	2026-12-21T01:30:00Z	Asia/Kolkata
city-107304	Buraydah	بُرَيدَة|Buraidah|Burajda	SA	745353	26.326	43.975	2026-12-21T03:47:00Z	Asia/Riyadh
city-3449344	São Bernardo do Campo	Сан-Бернардо-ду-Кампу	BR	743372	-23.6939	-46.565	2026-12-21T08:16:00Z	America/Sao_Paulo
city-2036986	Hegang	鹤岗|鶴崗|Che-kang|Hegangas|Hạc Cương|Хэган	CN	743307	47.3473	130.2903	2026-12-20T23:03:00Z	Asia/Shanghai
city-3995402	Morelia	Morelija|Морелия|莫雷利亚|موريليا	MX	743275	19.7008	-101.1844	2026-12-21T13:15:00Z	America/Mexico_City
city-456172	Riga	Рига|Ryga|Riika|里加|ريغا	LV	742572	56.946	24.1059	2026-12-21T07:00:00Z	Europe/Riga
city-2759794	Amsterdam	Amesterdã|Amsterodam|Amszterdam|Amsterdamas|Амстердам|阿姆斯特丹|أمستردام	NL	741636	52.374	4.8897	2026-12-21T07:48:00Z	Europe/Amsterdam
city-1721080	Cagayan de Oro	Lungsod ng Cagayan de Oro|Kagajan de Oras|Кагаян-де-Оро|卡加延德奥罗|カガヤン・デ・オロ	PH	741617	8.4822	124.6472	2026-12-20T21:50:00Z	Asia/Manila
city-1801620	Ma’anshan	Kai-yuan|Ma'anshan Shi|Ma-an-shan-shih|马鞍山	CN	741531	31.6858	118.5101	2026-12-20T23:01:00Z	Asia/Shanghai
city-1732903	Shah Alam	莎阿南|ஷா ஆலாம்|Шах-Алам	MY	740750	3.0851	101.5328	2026-12-20T23:13:00Z	Asia/Kuala_Lumpur
city-751324	Bağcılar	Багджылар	TR	740069	41.039	28.8567	2026-12-21T05:26:00Z	Europe/Istanbul
city-12324556	Shizuishan	石嘴山市	CN	739400	38.9808	106.3892	2026-12-21T00:09:00Z	Asia/Shanghai
city-1858421	Kumamoto	熊本市|구마모토 시	JP	738907	32.8059	130.6918	2026-12-20T22:15:00Z	Asia/Tokyo
city-2325200	Oyo	Oió|Ойо	NG	736072	7.8537	3.9324	2026-12-21T05:52:00Z	Africa/Lagos
city-1627549	Serang	Kabupaten Serang	ID	735651	-6.1153	106.1542	2026-12-20T22:39:00Z	Asia/Jakarta
city-3981254	Torreón	Toreonas|Торреон|托雷翁|トレオン	MX	735340	25.5439	-103.419	2026-12-21T13:35:00Z	America/Monterrey
city-1812961	Deyang	德阳市|德陽|Te-jang|Đức Dương|Дэян	CN	735070	31.1302	104.382	2026-12-20T23:56:00Z	Asia/Shanghai
city-2352947	Abeokuta	Абеокута|阿贝奥库塔|أبيوكوتا	NG	735000	7.1557	3.3451	2026-12-21T05:53:00Z	Africa/Lagos
city-79415	Al Ḩudaydah	الحديدة	YE	734699	14.7978	42.9545	2026-12-21T03:28:00Z	Asia/Aden
city-1787351	Yangquan	陽泉|Jang-čchüan|Dương Tuyền|Янцюань|陽泉市	CN	731228	37.8575	113.5633	2026-12-20T23:37:00Z	Asia/Shanghai
city-2350841	Akure	Акуре|阿庫雷|아쿠레	NG	730000	7.2526	5.1931	2026-12-21T05:46:00Z	Africa/Lagos
city-5419384	Denver	Denveris|Денвер|丹佛|دنفر	US	729019	39.7392	-104.9847	2026-12-21T14:17:00Z	America/Denver
city-3455775	Osasco	Осаску	BR	728615	-23.5325	-46.7917	2026-12-21T08:17:00Z	America/Sao_Paulo
city-3448636	São José dos Campos	San Žozė dos Kamposas|Сан-Жозе-дус-Кампус|聖若澤多斯坎波斯|サン・ジョゼ・ドス・カンポス	BR	727078	-23.1794	-45.8869	2026-12-21T08:15:00Z	America/Sao_Paulo
city-1169607	Muzaffarābād	Muezəffərabad|Musaffarabad|Muzafarabad|Музафарабад|مظفر آباد	PK	725000	34.37	73.4708	2026-12-21T02:08:00Z	Asia/Karachi
city-1854383	Okayama	岡山市|Okajama|Окаяма|오카야마 시	JP	724691	34.65	133.9333	2026-12-20T22:07:00Z	Asia/Tokyo
city-3985606	San Luis Potosí	San Luis Potosí City|Сан-Луис-Потоси|圣路易斯波托西市|サン・ルイス・ポトシ	MX	722772	22.1523	-100.9714	2026-12-21T13:19:00Z	America/Monterrey
city-4019233	Aguascalientes	Aguaskaljentesas|Агуаскальентес|阿瓜斯卡连特斯|アグアスカリエンテス	MX	722250	21.8826	-102.2843	2026-12-21T13:23:00Z	America/Mexico_City
city-1713022	General Santos	Heneral Santos|Генерал-Сантос|三投斯將軍市|ジェネラル・サントス	PH	722059	6.1128	125.1717	2026-12-20T21:44:00Z	Asia/Manila
city-1783873	Zhumadian	驻马店市|Чжумадянь	CN	721670	32.9838	114.0259	2026-12-20T23:22:00Z	Asia/Shanghai
city-1262801	Morādābād	Морадабад	IN	721139	28.8389	78.7768	2026-12-21T01:34:00Z	Asia/Kolkata
city-6075357	Mississauga	Misisoga|Миссиссога|密西沙加|ميسيساغا	CA	717961	43.5789	-79.6583	2026-12-21T12:49:00Z	America/Toronto
city-702550	Lviv	Львів|Львов|Lwiw|Leópolis|Leopoli|Lwów|Lvov|利沃夫	UA	717273	49.8383	24.0232	2026-12-21T06:19:00Z	Europe/Kyiv
city-1513157	Namangan	Наманган|Nemengan|Namanganas|納曼干|نمنكان	UZ	713220	40.9983	71.6726	2026-12-21T02:34:00Z	Asia/Tashkent
city-687700	Zaporizhzhya	Запоріжжя|Запорожье|Zaporijjia|Saporischschja|Zaporiyia|Zaporoże|Záporoží|扎波里日扎	UA	710052	47.8517	35.1171	2026-12-21T05:26:00Z	Europe/Kyiv
city-148730	Zanzibar	مدينة زنجبار|Sansibar-Stadt|Zanzibaras|Занзибар|桑给巴尔市	TZ	709809	-6.1639	39.1979	2026-12-21T03:07:00Z	Africa/Dar_es_Salaam
city-3988086	Saltillo	Салтилло|萨尔蒂约|سالتيو	MX	709671	25.426	-100.9796	2026-12-21T13:25:00Z	America/Monterrey
city-173576	Latakia	لاذقية|Լաթակիա|Lattaquié|Lataquia|Lázikíja|Lattakia|Lazkiye|Латакия	SY	709000	35.5312	35.7909	2026-12-21T04:42:00Z	Asia/Damascus
city-1252948	Warangal	वरंगल|వరంగల్ జిల్లా|Varangal|Varangalas|Варангал	IN	704570	18.0	79.5833	2026-12-21T01:08:00Z	Asia/Kolkata
city-482283	Tolyatti	Тольятти|Togliatti|Toljatti|Toliatti|Togliattigrad|Toljatis|陶里亚蒂|تولياتي	RU	702879	53.5303	49.3461	2026-12-21T04:57:00Z	Europe/Samara
city-7874116	Santo Domingo Oeste		DO	701269	18.5	-70.0	2026-12-21T11:07:00Z	America/Santo_Domingo
city-1183105	Battagram	Batagram|Batgram|Batgran	PK	700000	34.6772	73.0233	2026-12-21T02:11:00Z	Asia/Karachi
city-8601412	Santo Domingo Este	Santo-Domingo-Ehste|Санто-Доминго-Есте|سانتو دومينغو إيسте	DO	700000	18.4851	-69.8476	2026-12-21T11:07:00Z	America/Santo_Domingo
city-359796	Suez	سويس|Sues|Szuez|Süveyş|Suecas|Суэц|苏伊士	EG	699541	29.9737	32.5263	2026-12-21T04:41:00Z	Africa/Cairo
city-1815463	Changzhi	Чанчжи	CN	699514	35.2089	111.7386	2026-12-20T23:37:00Z	Asia/Shanghai
city-3451328	Ribeirão Preto	Ribeiran Pretas|Рибейран-Прету|里貝朗普雷圖|リベイラン・プレト	BR	698642	-21.1775	-47.8103	2026-12-21T08:26:00Z	America/Sao_Paulo
city-2561668	Agadir	أكادير|Agadiras|Агадир|阿加迪尔	MA	698310	30.4202	-9.5982	2026-12-21T07:31:00Z	Africa/Casablanca
city-3191281	Sarajevo	Сарајево|Sarajewo|Szarajevó|Saraybosna|Sarajevas|Сараево|塞拉耶佛	BA	696731	43.8486	18.3564	2026-12-21T06:17:00Z	Europe/Sarajevo
city-1650527	Balikpapan	Kota Balikpapan|Balikpapanas|Баликпапан|巴厘巴板|バリクパパン	ID	695287	-1.2675	116.8289	2026-12-20T22:05:00Z	Asia/Makassar
city-2347470	Bauchi	Bauczi|Baučis|Баучи|包奇	NG	693700	10.3103	9.8439	2026-12-21T05:33:00Z	Africa/Lagos
city-1851717	Shizuoka	静岡市|Šizuoka|Šidzuoka|Сидзуока|靜岡市	JP	693389	34.9833	138.3833	2026-12-20T21:50:00Z	Asia/Tokyo
city-2464470	Tunis	تونس|Túnez|Tunisi|Tunes|Tunisz|Tunus|Тунис|突尼斯	TN	693210	36.819	10.1658	2026-12-21T06:28:00Z	Africa/Tunis
city-2033196	Zhangjiakou	张家口市|張家口|Čang-ťia-kchou|Trương Gia Khẩu|Чжанцзякоу	CN	692602	40.7834	114.8714	2026-12-20T23:41:00Z	Asia/Shanghai
city-4140963	Washington	Washington D.C.|Waszyngton|Vašingtonas|Вашингтон|华盛顿特区|Ουάσιγκτον	US	689545	38.8951	-77.0364	2026-12-21T12:23:00Z	America/New_York
city-4644585	Nashville	Nešvilis|Нашвилл|纳什维尔|ناشفيل	US	689447	36.1659	-86.7844	2026-12-21T12:54:00Z	America/Chicago
city-2037346	Fuxin	阜新市|阜新|Fu-sin|Fusinas|Phụ Tân|Фусинь	CN	689050	42.0156	121.6589	2026-12-20T23:18:00Z	Asia/Shanghai
city-107968	Ta’if	الطائف|Taëf|At-Ta’if	SA	688693	21.2703	40.4158	2026-12-21T03:51:00Z	Asia/Riyadh
city-1807234	Huangshi	黄石|黃石市|Chuang-š|Huangši|Hoàng Thạch|Хуанши	CN	688090	30.2471	115.0481	2026-12-20T23:12:00Z	Asia/Shanghai
city-2036113	Liaoyang	辽阳市|遼陽|Liao-jang|Liaojangas|Liêu Dương|Ляоян	CN	687890	41.2719	123.1731	2026-12-20T23:09:00Z	Asia/Shanghai
city-1052373	Beira	Бейра|贝拉|ベイラ	MZ	687764	-19.8436	34.8389	2026-12-21T02:59:00Z	Africa/Maputo
city-3104324	Zaragoza	Saragossa|Saragosse|Saragozza|Saragoça|Saragosa|Сарагоса|萨拉戈萨|سرقسطة	ES	686986	41.6561	-0.8773	2026-12-21T07:27:00Z	Europe/Madrid
city-2510911	Sevilla	Sevilha|Seville|Siviglia|Sewilla|Sevilija|Севилья|塞维利亚|إشبيلية	ES	686741	37.3828	-5.9732	2026-12-21T07:34:00Z	Europe/Madrid
city-1816269	Baise	百城|Baise City|Бозе	CN	686078	23.8901	106.6268	2026-12-20T23:31:00Z	Asia/Shanghai
city-1630789	Pontianak	Kota Pontianak|Pontianakas|Понтианак|坤甸|بونتياناك	ID	686019	-0.0319	109.325	2026-12-20T22:37:00Z	Asia/Pontianak
city-1626801	Situbondo	Sitoebanda|Sitoebondo|Situbando	ID	685967	-7.7062	114.0098	2026-12-20T22:05:00Z	Asia/Jakarta
city-1816336	Binzhou	滨州市|濱州|Pin-čou|Tân Châu|Биньчжоу	CN	682717	37.3667	118.0167	2026-12-20T23:18:00Z	Asia/Shanghai
city-4544349	Oklahoma City	Oklahoma Sitis|Оклахома Сити|奧克拉荷馬市|أوكلاهوما سيتي	US	681054	35.4676	-97.5164	2026-12-21T13:35:00Z	America/Chicago
city-1785738	Yuncheng	運城|Jün-čcheng|Vận Thành|Юньчэн|運城市	CN	680036	35.0231	110.9928	2026-12-20T23:40:00Z	Asia/Shanghai
city-1812955	Dezhou	德州市|Te-čou|Đức Châu|Дэчжоу|徳州市	CN	679535	37.4466	116.3671	2026-12-20T23:25:00Z	Asia/Shanghai
city-1221874	Dushanbe	Душанбе|Douchanbé|Duschanbe|Duszanbe|Doesjanbe|Dušanbe|杜尚别|ドゥシャンベ	TJ	679400	38.5358	68.779	2026-12-21T02:39:00Z	Asia/Dushanbe
city-2394819	Cotonou	Cotonú|Kotonu|Котону|科托努|كوتونو	BJ	679012	6.3654	2.4183	2026-12-21T05:56:00Z	Africa/Porto-Novo
city-5520993	El Paso	El Pasas|Эль-Пасо|艾爾帕索|إل باسو	US	678815	31.7587	-106.4869	2026-12-21T14:02:00Z	America/Denver
city-1270927	Gorakhpur	गोरखपुर|গোরখপুর|Горакпура	IN	674246	26.7663	83.3689	2026-12-21T01:11:00Z	Asia/Kolkata
city-4005492	Guadalupe	Ciudad Guadalupe|Villa de Guadalupe|Гвадалупе	MX	673616	25.6766	-100.2591	2026-12-21T13:23:00Z	America/Monterrey
city-3081368	Wrocław	Wroclaw|Vratislavie|Breslavia|Vratislav|Boroszló|Вроцлав|弗罗茨瓦夫|فروتسواف	PL	672545	51.1029	17.0301	2026-12-21T06:53:00Z	Europe/Warsaw
city-1645528	Denpasar	Kota Denpasar|Dempassar|Denpasaras|Dempasar|Денпасар|丹帕沙|デンパサール	ID	670210	-8.65	115.2167	2026-12-20T21:58:00Z	Asia/Makassar
city-1270668	Guntur	గుంటూరు|گنٹور|Гунтура	IN	670073	16.2997	80.4573	2026-12-21T01:01:00Z	Asia/Kolkata
city-2334802	Katsina	Kacina|Катсина|卡齐纳|카치나	NG	670000	12.9908	7.6018	2026-12-21T05:47:00Z	Africa/Lagos
city-1796669	Sanmenxia	三门峡市|三門峽|San-men-sia|Tam Môn Hiệp|Саньмэнься	CN	669307	34.7808	111.1929	2026-12-20T23:38:00Z	Asia/Shanghai
city-6642286	E’zhou	鄂州市	CN	668727	30.3961	114.8865	2026-12-20T23:13:00Z	Asia/Shanghai
city-101628	Tabuk	تبوك|Tebük|Tabukas|Табук|塔布克	SA	667000	28.3998	36.5715	2026-12-21T04:21:00Z	Asia/Riyadh
city-911148	Kitwe	Kitvė|Китве|基特韦|كيتوي	ZM	665961	-12.8024	28.2132	2026-12-21T03:39:00Z	Africa/Lusaka
city-894701	Bulawayo	Bulavajas|Булавайо|布拉瓦约|ブラワヨ	ZW	665952	-20.15	28.5833	2026-12-21T03:23:00Z	Africa/Harare
city-2035715	Mudanjiang	牡丹江|مۇدەنجياڭ شەھىرى|Mu-tan-ťiang|Mudandziangas|Mẫu Đơn Giang|Муданьцзян	CN	665915	44.548	129.6259	2026-12-20T22:55:00Z	Asia/Shanghai
city-3471872	Aracaju	Arakažu|Аракажу|阿拉卡茹|アラカジュ	BR	664908	-10.9111	-37.0717	2026-12-21T08:03:00Z	America/Maceio
city-264371	Athens	Αθήνα|Athènes|Athen|Atenas|Atene|Ateny|Афины|雅典	GR	664046	37.9838	23.7278	2026-12-21T05:37:00Z	Europe/Athens
city-3186886	Zagreb	Zagabria|Zagrzeb|Záhřeb|Zágráb|Zagrebas|Загреб|萨格勒布|زغرب	HR	663592	45.8144	15.978	2026-12-21T06:34:00Z	Europe/Zagreb
city-1804153	Leshan	乐山市|樂山|Le-šan|Lạc Sơn|Лэшань	CN	662814	29.5623	103.7639	2026-12-20T23:55:00Z	Asia/Shanghai
city-3449701	Santo André	Санту-Андре	BR	662373	-23.6639	-46.5383	2026-12-21T08:16:00Z	America/Sao_Paulo
city-6173331	Vancouver	Vancôver|Vankuveris|Ванкувер|溫哥華|فانكوفر	CA	662248	49.2497	-123.1193	2026-12-21T16:05:00Z	America/Vancouver
city-9072919	Rizhao	日照|Ž’-čao|Nhật Chiếu|Жичжао|日照市	CN	661943	35.4141	119.5291	2026-12-20T23:07:00Z	Asia/Shanghai
city-658225	Helsinki	Helsingfors|Helsínquia|Helsinky|Helsinkis|Хельсинки|赫尔辛基|هلسنكي	FI	658864	60.1695	24.9354	2026-12-21T07:24:00Z	Europe/Helsinki
city-1845759	Cheonan	천안시|Čchonan|Чхонан|天安市	KR	658831	36.8065	127.1522	2026-12-20T22:40:00Z	Asia/Seoul
city-3533462	Acapulco de Juárez	Acapulco|Akapulkas|Акапулько|阿卡普尔科|أكابولكو	MX	658609	16.8494	-99.9089	2026-12-21T13:04:00Z	America/Mexico_City
city-1650213	Banjarmasin	Банджармасин	ID	657663	-3.3199	114.5907	2026-12-20T22:10:00Z	Asia/Makassar
city-1259425	Puducherry	पॉण्डिचेरी|পন্ডিচেরী|Pondichéry|Pondicherry|Пондишери	IN	657209	11.9338	79.8298	2026-12-21T00:56:00Z	Asia/Kolkata
city-1793900	Suining	遂宁市|遂寧|Suej-ning|Toại Ninh|Суйнин	CN	656760	30.508	105.5733	2026-12-20T23:50:00Z	Asia/Shanghai
city-5907364	Brampton	Bramptonas|Брамптон|布兰普顿|برامبتون	CA	656480	43.6834	-79.7663	2026-12-21T12:49:00Z	America/Toronto
city-9181182	Puyang	濮阳|濮陽|Pchu-jang|Bộc Dương|Пуян	CN	655674	35.7564	115.0436	2026-12-20T23:26:00Z	Asia/Shanghai
city-3667905	Soacha	Соачу	CO	655025	4.5794	-74.2168	2026-12-21T10:59:00Z	America/Bogota
city-4930956	Boston	Bostonas|Бостон|波士顿|بوسطن	US	653833	42.3584	-71.0598	2026-12-21T12:10:00Z	America/New_York
city-3515431	Tlalnepantla	Tlanepantla de baz|Тлалнепантла	MX	653410	19.5401	-99.1954	2026-12-21T13:06:00Z	America/Mexico_City
city-5746545	Portland	Portlandas|Портленд|波特蘭|بورتلاند، أوريغون	US	652503	45.5234	-122.6762	2026-12-21T15:48:00Z	America/Los_Angeles
city-3981461	Tlaquepaque	San Pedro Tlaquepaque|Tlakepakė|Тлакепаке|特拉克帕克|トラケパケ	MX	650123	20.6412	-103.2934	2026-12-21T13:25:00Z	America/Mexico_City
city-2925533	Frankfurt am Main	Francfort-sur-le-Main|Fráncfort del Meno|Francoforte sul Meno|Frankfurt nad Menem|Frankfurt nad Mohanem|Франкфурт-на-Майне|法兰克福|فرانكفورت	DE	650000	50.1155	8.6842	2026-12-21T07:22:00Z	Europe/Berlin
city-1821274	Macau	Aomen|Aomin'|Au-mun|Аоминь|ئاۋمېن|澳門	MO	649335	22.2006	113.5461	2026-12-20T23:00:00Z	Asia/Macau
city-2523920	Palermo	Palerme|Palerm|Palermas|Палермо|巴勒莫市|بلرم	IT	648260	38.1166	13.3636	2026-12-21T06:19:00Z	Europe/Rome
city-554840	Izhevsk	Ижевск|Ижау|Ijevsk|Ischewsk|Iževsk|Iżewsk|Izjevsk|伊熱夫斯克	RU	648213	56.8522	53.1986	2026-12-21T05:03:00Z	Europe/Samara
city-1248991	Colombo	ෙකාළඹ|கொழும்பு|Kolombo|Kolombas|Коломбо	LK	648034	6.9355	79.8487	2026-12-21T00:47:00Z	Asia/Colombo
city-3778045	Maturín	Maturinas|Матурин|馬圖林|ماتورين	VE	647459	9.7457	-63.1832	2026-12-21T10:24:00Z	America/Caracas
city-1278718	Amravati	अमरावती	IN	647057	20.9333	77.75	2026-12-21T01:21:00Z	Asia/Kolkata
city-4990729	Detroit	Detroitas|Детройт|底特律|ديترويت	US	645705	42.3314	-83.0457	2026-12-21T12:58:00Z	America/Detroit
city-2325590	Osogbo	Oshogbo	NG	645000	7.771	4.557	2026-12-21T05:49:00Z	Africa/Lagos
city-1275665	Bikaner	बीकानेर|Биканер	IN	644406	28.0176	73.3149	2026-12-21T01:54:00Z	Asia/Kolkata
city-6317344	Jaboatão dos Guararapes	Жабоатан-дус-Гуарарапис|熱博阿陶|ジャボアタン・ドス・グアララペス	BR	644037	-8.1128	-35.0147	2026-12-21T08:00:00Z	America/Recife
city-5506956	Las Vegas	Las Vegasas|Лас-Вегас|拉斯维加斯|لاس فيغاس	US	641903	36.175	-115.1372	2026-12-21T14:48:00Z	America/Los_Angeles
city-1843847	Hwaseong-si	화성시	KR	640890	37.2068	126.8169	2026-12-20T22:42:00Z	Asia/Seoul
city-2165087	Gold Coast	Costa Dorada|Голд Коуст|黃金海岸|ゴールドコースト	AU	640778	-28.0003	153.4309	2026-12-20T18:46:00Z	Australia/Brisbane
city-3093133	Łódź	Lodz|Lodzė|Лодзь|罗兹|وودج	PL	639890	51.7706	19.4739	2026-12-21T06:47:00Z	Europe/Warsaw
city-1845457	Jeonju	전주시|Chŏnju|Čondžu|Džondžu|Чонджу|全州市	KR	638421	35.8219	127.1489	2026-12-20T22:37:00Z	Asia/Seoul
city-285839	Al Aḩmadī	اَلأَحْمَدِي	KW	637411	29.0769	48.0839	2026-12-21T03:37:00Z	Asia/Kuwait
city-3658666	Cuenca	Kuenka|Куэнка|昆卡|クエンカ	EC	636996	-2.8953	-78.9963	2026-12-21T11:05:00Z	America/Guayaquil
city-618426	Chisinau	Кишинёв|Kişinev|Kiszyniów|Kisinyov|Kišiniovas|Kišinjev|基希讷乌|كيشيناو	MD	635994	47.009	28.8594	2026-12-21T05:47:00Z	Europe/Chisinau
city-922741	Likasi	Jadotstad|Likasis|Ликаси|利卡西|リカシ	CD	635768	-10.983	26.7384	2026-12-21T03:48:00Z	Africa/Lubumbashi
city-1642858	Jambi City	Jambi|Джамби|جامبي	ID	635101	-1.6	103.6167	2026-12-20T22:57:00Z	Asia/Jakarta
city-1808770	Hebi	鹤壁市|鶴壁|Che-pi|Hạc Bích|Хэби	CN	634721	35.7323	114.2862	2026-12-20T23:29:00Z	Asia/Shanghai
city-1185186	Comilla	কুমিল্লা|Kumilla|Komila|Комилле|クミッラ	BD	634654	23.4619	91.185	2026-12-21T00:32:00Z	Asia/Dhaka
city-204953	Tshikapa	Чикапа|奇卡帕|تشيكابا	CD	634529	-6.4162	20.7999	2026-12-21T04:20:00Z	Africa/Lubumbashi
city-1180942	Chunian	تصیل چونیاں	PK	634236	30.9662	73.9791	2026-12-21T01:58:00Z	Asia/Karachi
city-1273874	Kochi	कोच्चि|কোচি|Cochín|Cochim|Koczin|Кочин	IN	633553	9.9399	76.2602	2026-12-21T01:06:00Z	Asia/Kolkata
city-4641239	Memphis	Menfis|Memfis|Мемфис|孟菲斯|ممفيس	US	633104	35.1495	-90.049	2026-12-21T13:05:00Z	America/Chicago
city-1805611	Jingmen	荆门市|荊門|Ťing-men|Kinh Môn|Цзинмэнь	CN	632954	31.0336	112.2047	2026-12-20T23:25:00Z	Asia/Shanghai
city-1510853	Barnaul	Барнаул|Barnaoul|Barnauł|Barnaoel|Barnaulas|巴尔瑙尔|بارناول	RU	632372	53.362	83.7279	2026-12-21T02:38:00Z	Asia/Barnaul
city-2037886	Dandong	丹东市|丹東|Đan Đông|Даньдун	CN	631973	40.1292	124.3947	2026-12-20T23:01:00Z	Asia/Shanghai
city-3693528	Piura	Пиура|皮乌拉|ピウラ	PE	630000	-5.1819	-80.6572	2026-12-21T11:08:00Z	America/Lima
city-1275971	Bhilai	भिलाई|ভিলাই নগর|Bhilai Nagar|Bhilaj Nagar|Bilaj|Bhilajus|Бхилаи	IN	627734	21.2092	81.4285	2026-12-21T01:07:00Z	Asia/Kolkata
city-901344	Ndola	Ндола|恩多拉|ندولا	ZM	627503	-12.9587	28.6366	2026-12-21T03:37:00Z	Africa/Lusaka
city-3465624	Contagem	Контажен|孔塔任|コンタジェン	BR	627123	-19.9317	-44.0536	2026-12-21T08:14:00Z	America/Sao_Paulo
city-479123	Ulyanovsk	Ульяновск|Сембер|Oulianovsk|Uljanowsk|Uliánovsk|Ul'janovsk|Oeljanovsk|乌里扬诺夫斯克	RU	626540	54.3282	48.3866	2026-12-21T05:05:00Z	Europe/Ulyanovsk
city-223817	Djibouti	جيبوتي|Jabuuti|Dschibuti|Yibuti|Gibuti|Dżibuti|Джибути|吉布地市	DJ	626512	11.589	43.145	2026-12-21T03:22:00Z	Africa/Djibouti
city-2648579	Glasgow	Glaschu|Glazgas|Глазго|格拉斯哥|غلاسكو	GB	626410	55.8651	-4.2576	2026-12-21T08:46:00Z	Europe/London
city-2035513	Panshan	P'an-shan-chen|P'an-shan-hsien|Shuang-t'ai-tzu	CN	625040	41.1881	122.0494	2026-12-20T23:13:00Z	Asia/Shanghai
city-4299276	Louisville	Luisvilis|Луисвилл|路易維爾|لويفيل	US	624444	38.2542	-85.7594	2026-12-21T12:56:00Z	America/Kentucky/Louisville
city-2023469	Irkutsk	Иркутск|Өркет|Irkoutsk|Irkuck|Irkoetsk|Irkutszk|Irkutskas|伊爾庫茨克	RU	623869	52.2957	104.2908	2026-12-21T01:10:00Z	Asia/Irkutsk
city-1846918	Ansan-si	안산시|安山市	KR	623256	37.3236	126.8219	2026-12-20T22:43:00Z	Asia/Seoul
city-360761	Al Mansurah	منصورة|Mansourah|Al-Mansura|El Mansura|Mansura	EG	621953	31.0364	31.3807	2026-12-21T04:48:00Z	Africa/Cairo
city-128226	Kermanshah	استان کرمانشاه|Kirmaşan|Kermānschāh|Kirmanşah|Керманшах|克尔曼沙赫	IR	621100	34.3142	47.065	2026-12-21T03:54:00Z	Asia/Tehran
city-3463478	Feira de Santana	Фейра-де-Сантана|費拉迪聖安娜|フェイラ・デ・サンタナ	BR	619609	-12.2667	-38.9667	2026-12-21T08:08:00Z	America/Bahia
city-1806096	Jiaozhou	Chiao|Chiao-hsien|Jiaocheng	CN	619266	36.2839	120.0033	2026-12-20T23:07:00Z	Asia/Shanghai
city-2934246	Düsseldorf	Diuseldorfas|Дюссельдорф|杜塞尔多夫|دوسلدورف	DE	618685	51.2232	6.7793	2026-12-21T07:35:00Z	Europe/Berlin
city-1793879	Suizhou	随州市|隨州|Suej-čou|Tùy Châu|Суйчжоу	CN	618582	31.7111	113.3631	2026-12-20T23:22:00Z	Asia/Shanghai
city-3587902	Villa Nueva	Vilja Nueva|Вилья-Нуэва|比亞努埃瓦	GT	618397	14.5251	-90.5854	2026-12-21T12:22:00Z	America/Guatemala
city-2022890	Khabarovsk	Хабаровск|Хабаровскай|Chabarowsk|Jabárovsk|Habarovsk|Chabarovsk|Habarovszk|伯力	RU	618150	48.462	135.0971	2026-12-20T22:48:00Z	Asia/Vladivostok
city-3465038	Cuiabá	Kujaba|Куяба|库亚巴|كويابا	BR	618124	-15.5961	-56.0967	2026-12-21T09:11:00Z	America/Cuiaba
city-161325	Arusha	Аруша|阿鲁沙|アルーシャ	TZ	617631	-3.3667	36.6833	2026-12-21T03:22:00Z	Africa/Dar_es_Salaam
city-1707174	Las Piñas	City of Las Pinas	PH	615549	14.4506	120.9828	2026-12-20T22:16:00Z	Asia/Manila
city-1814934	Chizhou	池州	CN	615274	30.6613	117.4778	2026-12-20T23:03:00Z	Asia/Shanghai
city-3530139	Coyoacán	コヨアカン	MX	614447	19.3467	-99.1617	2026-12-21T13:06:00Z	America/Mexico_City
city-2825297	Stuttgart	Stoccarda|Estugarda|Štutgartas|Штутгарт|斯图加特|شتوتغارت	DE	612663	48.7823	9.177	2026-12-21T07:13:00Z	Europe/Berlin
city-1787816	Ya'an	雅安	CN	612056	29.9852	102.999	2026-12-20T23:59:00Z	Asia/Shanghai
city-1273780	Cuttack	कटक|কটক|Kattak|Каттаке	IN	610189	20.465	85.8793	2026-12-21T00:48:00Z	Asia/Kolkata
city-1275248	Borivli	Borivali	IN	609617	19.235	72.8598	2026-12-21T01:37:00Z	Asia/Kolkata
city-3698350	Chiclayo	Čiklajus|Чиклайо|奇克拉约|تشيكلايو	PE	609400	-6.7701	-79.855	2026-12-21T11:02:00Z	America/Lima
city-468902	Yaroslavl	Ярославль|Iaroslavl|Jaroslawl|Jaroslavl'|Jarosław|Jaroszlavl|雅罗斯拉夫尔|ياروسلافل	RU	608722	57.6299	39.8737	2026-12-21T06:02:00Z	Europe/Moscow
city-2711537	Gothenburg	Göteborg|Gotemburgo|Gotenburg|Geteborgas|Гётеборг|哥德堡|غوتنبرغ	SE	608462	57.7072	11.9668	2026-12-21T07:54:00Z	Europe/Stockholm
city-1859730	Kawaguchi	川口|Kavagučis|Кавагути|川口市	JP	607373	35.8052	139.7107	2026-12-20T21:47:00Z	Asia/Tokyo
city-1175892	Jhang Sadr	Dzchang Sadaras|Dzhang-Sadar|Dzhang-Sadara|Джанг-Садар|جانغ صدر|章萨德尔	PK	606533	31.2698	72.3169	2026-12-21T02:05:00Z	Asia/Karachi
city-106281	Ha'il	حائل	SA	605930	27.5219	41.6907	2026-12-21T03:59:00Z	Asia/Riyadh
city-1276032	Bhavnagar	भावनगर|భావ్‌నగర్|Бхавнагаром	IN	605882	21.7629	72.1533	2026-12-21T01:45:00Z	Asia/Kolkata
city-1020098	Benoni	Бенони	ZA	605344	-26.1885	28.3208	2026-12-21T03:11:00Z	Africa/Johannesburg
city-2013348	Vladivostok	Владивосток|Wladiwostok|Władywostok|Vlagyivosztok|Vladivostokas|海参崴|فلاديفوستوك	RU	604901	43.1056	131.8735	2026-12-20T22:41:00Z	Asia/Vladivostok
city-2036427	Jinzhou	锦州市|錦州|Ťin-čou|Dzindžou|Cẩm Châu|Цзиньчжоу	CN	604269	41.1078	121.1417	2026-12-20T23:17:00Z	Asia/Shanghai
city-3515001	Tuxtla	Tuxtla Gutiérrez|Tustla Gutjeresas|Тустла-Гутьеррес|图斯特拉古铁雷斯|توكستلا غوتيريز	MX	604147	16.7536	-93.1158	2026-12-21T12:37:00Z	America/Merida
city-703845	Kryvyy Rih	Кривий Ріг|Кривой Рог|Kryvyi Rih|Krywyj Rih|Kryvy Rig|Kryvyj Rih|Krzywy Róg|克雷维里格	UA	603904	47.9057	33.394	2026-12-21T05:33:00Z	Europe/Kyiv
city-1796663	Sanming	三明市|Senming shehiri|Tam Minh|Саньмин|싼밍 시	CN	602166	26.2486	117.6186	2026-12-20T22:52:00Z	Asia/Shanghai
city-1176615	Islamabad	اسلام آباد|ਇਸਲਾਮਾਬਾਦ|Islamabade|Iszlámábád|Islamabadas|Исламабад	PK	601600	33.7215	73.0433	2026-12-21T02:08:00Z	Asia/Karachi
city-1257416	Sāngli	Sangla|Turmeric city	IN	601214	16.8544	74.5642	2026-12-21T01:26:00Z	Asia/Kolkata
city-1269317	Jamnagar	Джамнагаром	IN	600943	22.4729	70.0667	2026-12-21T01:55:00Z	Asia/Kolkata
city-3347762	Lubango	Lubangas|Лубанго|盧班戈|لوبانغو	AO	600751	-14.9172	13.4925	2026-12-21T04:34:00Z	Africa/Luanda
city-1282898	Pokhara	पोखरा|Pokara|Покхара|博克拉	NP	600051	28.2669	83.9685	2026-12-21T01:12:00Z	Asia/Kathmandu
city-2034786	Shuangyashan	双鸭山市|雙鴨山|Šuang-ja-šan|Song Áp Sơn|Шуанъяшань	CN	600000	46.6769	131.1327	2026-12-20T22:57:00Z	Asia/Shanghai
city-1802204	Luancheng	欒城	CN	597130	37.8845	114.6463	2026-12-20T23:33:00Z	Asia/Shanghai
city-532096	Makhachkala	Махачкала|Makhatchkala|Machatschkala|Machačkala|Mahackala|Machaczkała|マハチカラ|마하치칼라	RU	596356	42.9778	47.5003	2026-12-21T04:18:00Z	Europe/Moscow
city-1846898	Anyang-si	안양시	KR	595644	37.3925	126.9269	2026-12-20T22:43:00Z	Asia/Seoul
city-3348313	Huambo	Huambas|Уамбо|万博|ウアンボ	AO	595304	-12.7761	15.7392	2026-12-21T04:29:00Z	Africa/Luanda
city-1216265	Samarkand	Samarqand|Самарканд|Samarcande|Samarkanda|Samarcanda|Semerkant|撒马尔罕|سمرقند	UZ	595200	39.6546	66.9644	2026-12-21T02:49:00Z	Asia/Samarkand
city-1860827	Kagoshima	鹿児島市|Kagošima|鹿儿岛市|كاغوشيما	JP	595049	31.5667	130.55	2026-12-20T22:13:00Z	Asia/Tokyo
city-78754	Mukalla	المكلا|Al Mukalla|Аль-Мукалла	YE	594951	14.5425	49.1242	2026-12-21T03:03:00Z	Asia/Aden
city-118743	Rasht	رشت|Reşt|Rascht|Raszt|Rasjt|Rašt|Решт|拉什特	IR	594590	37.2761	49.5886	2026-12-21T03:52:00Z	Asia/Tehran
city-3430863	Mar del Plata	Мар-дель-Плата|马德普拉塔|ماريه ديل بلاتا	AR	593337	-38.0004	-57.5562	2026-12-21T08:24:00Z	America/Argentina/Buenos_Aires
city-2928810	Essen	Esenas|Эссен|埃森|أسن	DE	593085	51.4566	7.0123	2026-12-21T07:35:00Z	Europe/Berlin
city-360829	Al Maḩallah al Kubrá	المحلة الكبرى	EG	592573	30.9706	31.1669	2026-12-21T04:49:00Z	Africa/Cairo
city-2514256	Málaga	Малага|马拉加|مالقة	ES	592346	36.7202	-4.4203	2026-12-21T07:26:00Z	Europe/Madrid
city-1165221	Shekhupura	شیخوپورہ|ਸ਼ੇਖ਼ੂਪੁਰਾ|Śekhupura|Шекхупура	PK	591424	31.7129	73.9856	2026-12-21T02:00:00Z	Asia/Karachi
city-2033370	Yingkou	Ying-k’ou-shih|營口|Инкоу|営口市	CN	591159	40.6647	122.2318	2026-12-20T23:11:00Z	Asia/Shanghai
city-1785018	Zhangzhou	漳州市|Jyangju shehiri|Čang-čou|Chương Châu|Чжанчжоу|ショウ州市	CN	589831	24.5133	117.6556	2026-12-20T22:49:00Z	Asia/Shanghai
city-3520339	Reynosa	Рейноса|雷諾薩|レイノサ	MX	589466	26.08	-98.2846	2026-12-21T13:16:00Z	America/Matamoros
city-12382296	Thuận An		VN	588616	10.9239	106.7143	2026-12-20T23:06:00Z	Asia/Ho_Chi_Minh
city-2935517	Dortmund	Dortmundas|Дортмунд|多特蒙德|دورتموند	DE	588462	51.5149	7.466	2026-12-21T07:33:00Z	Europe/Berlin
city-4347778	Baltimore	Baltimora|Балтимор|巴爾的摩|بالتيمور	US	585708	39.2904	-76.6122	2026-12-21T12:23:00Z	America/New_York
city-1646448	Cimahi	Kota Cimahi	ID	581994	-6.8722	107.5425	2026-12-20T22:32:00Z	Asia/Jakarta
city-3458449	Londrina	Лондрина|隆德里納|لوندرينا	BR	581382	-23.3103	-51.1628	2026-12-21T08:35:00Z	America/Sao_Paulo
city-3688465	Bucaramanga	Bukaramanga|Букараманга|布卡拉曼加|ブカラマンガ	CO	581130	7.125	-73.1189	2026-12-21T10:59:00Z	America/Bogota
city-3176219	Genoa	Genova|Genua|Gênes|Janov|Cenova|Генуя|热那亚|جنوة	IT	580097	44.4048	8.9444	2026-12-21T06:57:00Z	Europe/Rome
city-1863440	Hachiōji	八王子市|Hačiodžis|Хатиодзи|هاتشيؤوجي	JP	579355	35.6558	139.3239	2026-12-20T21:48:00Z	Asia/Tokyo
city-1572151	Nha Trang	芽莊市|Niačangas|Нячанг|نها ترانج	VN	579000	12.2451	109.1943	2026-12-20T22:59:00Z	Asia/Ho_Chi_Minh
city-1734759	Malacca	Melaka|马六甲|Malakka|Malaca|Малакка|マラッカ	MY	579000	2.196	102.2405	2026-12-20T23:09:00Z	Asia/Kuala_Lumpur
city-128234	Kerman	Kermanas|Керман|克尔曼|كرمان	IR	577514	30.2832	57.0788	2026-12-21T03:04:00Z	Asia/Tehran
city-121801	Orūmīyeh	شهرستان ارومیه|Ûrmiye|Urmia|Ourmia|Урмия|أرومية	IR	577307	37.5527	45.0761	2026-12-21T04:11:00Z	Asia/Tehran
city-7627067	Bahçelievler		TR	576799	41.0023	28.8598	2026-12-21T05:26:00Z	Europe/Istanbul
city-347497	Tanta	طنطا|Танта	EG	576648	30.7885	31.0019	2026-12-21T04:49:00Z	Africa/Cairo
city-1269321	Jammu	जम्मू|சம்மு|Džammú|Džamu|Джамму	IN	576198	32.7353	74.8617	2026-12-21T01:59:00Z	Asia/Kolkata
city-1720681	Calamba	Calamba City|Каламба|卡兰巴|칼람바	PH	575046	14.2117	121.1653	2026-12-20T22:14:00Z	Asia/Manila
city-3515428	Tlalpan	Delegación Tlalpan	MX	574577	19.2951	-99.1621	2026-12-21T13:06:00Z	America/Mexico_City
city-1140026	Herāt	Герат|赫拉特|هراة	AF	574300	34.3482	62.1997	2026-12-21T02:53:00Z	Asia/Kabul
city-1177654	Gujrat	گجرات|Гуджарат	PK	574240	32.5742	74.0754	2026-12-21T02:01:00Z	Asia/Karachi
city-1489425	Tomsk	Томск|Томскай|Tomszk|Tomskas|托木斯克	RU	574002	56.5005	84.9822	2026-12-21T02:53:00Z	Asia/Tomsk
city-738377	Umraniye		TR	573265	41.0164	29.1248	2026-12-21T05:25:00Z	Europe/Istanbul
city-1529195	Shihezi	石河子市|شىخەنزە شەھرى|Шихэцзы	CN	572772	44.3023	86.0369	2026-12-21T01:48:00Z	Asia/Urumqi
city-184622	Nakuru	Накуру|纳库鲁|ナクル	KE	570674	-0.3072	36.0722	2026-12-21T03:29:00Z	Africa/Nairobi
city-5969782	Hamilton	Hamiltonas|Гамильтон|哈密尔顿|هاميلتون	CA	569353	43.2501	-79.8496	2026-12-21T12:48:00Z	America/Toronto
city-248946	Irbid	إربد|Irbidas|Ирбид|伊爾比德	JO	569068	32.5556	35.85	2026-12-21T04:34:00Z	Asia/Amman
city-2643123	Manchester	Manceinion|Mančesteris|Манчестер|曼彻斯特|مانشستر	GB	568996	53.4809	-2.2374	2026-12-21T08:23:00Z	Europe/London
city-1736376	Kota Bharu	哥打巴鲁|โกตาบารู|Kota Bahru|Кота-Бару	MY	568900	6.1236	102.2433	2026-12-20T23:16:00Z	Asia/Kuala_Lumpur
city-6159905	Surrey	Суррей|素里|سوري، كولومبيا البريطانية	CA	568322	49.1063	-122.8251	2026-12-21T16:03:00Z	America/Vancouver
city-2542715	Meknes	مكناس|ⴰⵎⴽⵏⴰⵙ|Мекнес	MA	568295	33.8935	-5.5473	2026-12-21T07:23:00Z	Africa/Casablanca
city-3875024	Puente Alto	Пуэнте-Альто|上普恩特	CL	568106	-33.6117	-70.5758	2026-12-21T09:29:00Z	America/Santiago
city-369004	Nyala	نيالا|Niala|Nijala|Njala|Ньяла|尼亚拉	SD	565734	12.0489	24.8807	2026-12-21T04:36:00Z	Africa/Khartoum
city-2935022	Dresden	Dresde|Dresda|Drezno|Drážďany|Drezda|Дрезден|德累斯顿|دريسدن	DE	564904	51.0509	13.7383	2026-12-21T07:06:00Z	Europe/Berlin
city-515003	Orenburg	Оренбург|Ырынбур|Orenbourg|Oremburgo|Orenburgas|奥伦堡	RU	564773	51.7671	55.0988	2026-12-21T04:24:00Z	Asia/Yekaterinburg
city-5454711	Albuquerque	Alburquerque|Albukerkė|Альбукерке|阿布奎基|ألباكركي	US	564559	35.0845	-106.6511	2026-12-21T14:11:00Z	America/Denver
city-1275362	Bokāro	Bokaro Steel City|Бокаро	IN	564319	23.6693	86.1516	2026-12-21T00:53:00Z	Asia/Kolkata
city-343300	Asmara	أسمرة|Asmera|Aszmara|Асмэра|阿斯馬拉	ER	563930	15.3381	38.9318	2026-12-21T03:46:00Z	Africa/Asmara
city-1164408	Sukkur	سکھر|سکر|Szukkúr|Sukuras|Суккур	PK	563851	27.7032	68.8589	2026-12-21T02:11:00Z	Asia/Karachi
city-3445831	Uberlândia	Uberlandija|Уберландия|烏貝蘭迪亞|ウベルランジア	BR	563536	-18.9186	-48.2772	2026-12-21T08:33:00Z	America/Sao_Paulo
city-5263045	Milwaukee	Milvokis|Милуоки|密尔沃基|ميلواكي	US	563531	43.0389	-87.9065	2026-12-21T13:20:00Z	America/Chicago
city-1791544	Wenchang	文城|文昌|Văn Xương|Вэньчан	CN	560894	19.5516	110.8028	2026-12-20T23:06:00Z	Asia/Shanghai
city-2340451	Gombe	Гомбе	NG	560000	10.2897	11.1673	2026-12-21T05:28:00Z	Africa/Lagos
city-1877449	Hamhŭng	함흥시|Hamhungas|咸興市	KP	559056	39.9183	127.5364	2026-12-20T22:48:00Z	Asia/Pyongyang
city-1503901	Kemerovo	Кемерово|Кемĕр|Kemerowo|Kemerovas|克麥羅沃	RU	558973	55.3542	86.1043	2026-12-21T02:41:00Z	Asia/Novokuznetsk
city-98854	Nasiriyah	الناصرية|Nasiriyya|Nasiriya|Nasirijja|An-Nasiriya|Насирия|ナーシリーヤ	IQ	558400	31.058	46.2573	2026-12-21T03:49:00Z	Asia/Baghdad
city-1018725	Bloemfontein	IBloemfontein|EBloemfontein|Blumfonteinas|Блумфонтейн|布隆方丹|بلومفونتين	ZA	556637	-29.1211	26.214	2026-12-21T03:13:00Z	Africa/Johannesburg
city-2638077	Sheffield	Šefildas|Шеффилд|谢菲尔德|شفيلد	GB	556500	53.383	-1.4659	2026-12-21T08:19:00Z	Europe/London
city-3536729	Santiago de Cuba	Santiago di Cuba|Kubos Santjagas|Сантьяго-де-Куба|圣地亚哥-德古巴|سانتياغو دي كوبا	CU	555865	20.0229	-75.8217	2026-12-21T11:34:00Z	America/Havana
city-2034714	Siping	四平市|四平|S-pching|Tứ Bình|Сыпин	CN	555609	43.1614	124.3778	2026-12-20T23:11:00Z	Asia/Shanghai
city-3515807	Cuautitlán Izcalli	Izcalli|San Francisco Tepoiaco|Tepujaco	MX	555163	19.6439	-99.216	2026-12-21T13:07:00Z	America/Mexico_City
city-3351663	Benguela	Бенгела|本吉拉	AO	555124	-12.5767	13.4027	2026-12-21T04:38:00Z	Africa/Luanda
city-1807689	Huaihua	怀化市|懷化|Chuaj-chua|Hoài Hóa|Хуайхуа	CN	552622	27.5634	110.004	2026-12-20T23:26:00Z	Asia/Shanghai
city-1159301	Zahedan	Zahedanas|Захедан|扎黑丹|زاهدان	IR	551980	29.4963	60.8629	2026-12-21T02:47:00Z	Asia/Tehran
city-1670029	Banqiao	板橋區|Banqiao District	TW	551221	25.0143	121.4672	2026-12-20T22:34:00Z	Asia/Taipei
city-1261977	Nanded	नांदेड़|நான்தேட்|Нандед	IN	550564	19.1602	77.315	2026-12-21T01:19:00Z	Asia/Kolkata
city-1265873	Kozhikode	कोष़िक्कोड|কোঝিকোড়|Kóžikkót|Kozsíkóde|Kožikodė|Калькутта	IN	550440	11.248	75.7804	2026-12-21T01:11:00Z	Asia/Kolkata
city-786714	Pristina	Prishtinë|Приштина|Prishtina|Prisztina|Priştine|普里什蒂纳|بريشتينا	XK	550000	42.6727	21.1669	2026-12-21T06:02:00Z	Europe/Belgrade
city-2243271	Cabinda	Кабинда	AO	550000	-5.562	12.1948	2026-12-21T04:56:00Z	Africa/Luanda
city-2036581	Jiamusi	佳木斯市|佳木斯|Ťia-mu-s’|Dziamusi|Giai Mộc Tư|Цзямусы	CN	549549	46.7971	130.3112	2026-12-20T23:00:00Z	Asia/Shanghai
city-1529376	Korla	库尔勒|كورلا شەھىرى|Корла	CN	549324	41.7606	86.1523	2026-12-21T01:39:00Z	Asia/Urumqi
city-1266285	Kolhāpur		IN	549236	16.6956	74.2317	2026-12-21T01:27:00Z	Asia/Kolkata
city-3662762	Porto Velho	Porto Veljas|Порту-Велью|韋柳港|بورتو فاليو	BR	548952	-8.7619	-63.9039	2026-12-21T09:55:00Z	America/Porto_Velho
city-3836873	San Miguel de Tucumán	Tucumán|Tukumanas|Сан-Мигель-де-Тукуман|圣米格尔-德图库曼|سان ميغيل دي توكومان	AR	548866	-26.816	-65.2105	2026-12-21T09:24:00Z	America/Argentina/Tucuman
city-1735227	Kuantan	关丹|குவாந்தான்|Куантан	MY	548014	3.8077	103.326	2026-12-20T23:07:00Z	Asia/Kuala_Lumpur
city-694423	Sevastopol	Севастополь|Sewastopol|Sébastopol|Sebastopoli|Szevasztopol|Akyar|塞瓦斯托波爾|سيفاستوبول	UA	547820	44.608	33.5213	2026-12-21T05:19:00Z	Europe/Simferopol
city-1261529	Nellore	नेल्लौर|నెల్లూరు|Nellur|Неллуру	IN	547621	14.4499	79.987	2026-12-21T01:00:00Z	Asia/Kolkata
city-2944388	Bremen	Brême|Brema|Brémy|Brėmenas|Бремен|不来梅|بريمن	DE	546501	53.0758	8.8072	2026-12-21T07:36:00Z	Europe/Berlin
city-1791779	Wanning	万城|萬寧|万寧市	CN	545992	18.7993	110.3841	2026-12-20T23:06:00Z	Asia/Shanghai
city-2325330	Owerri	Owẹrrẹ|Оверри|奧韋里|أويري	NG	545000	5.4836	7.0332	2026-12-21T05:36:00Z	Africa/Lagos
city-1735498	Sungai Petani	Sungai Patani|Sungei Patani	MY	544851	5.647	100.4877	2026-12-20T23:22:00Z	Asia/Kuala_Lumpur
city-1788450	Xinzhou	Hsin-hsien-ch’eng|Sin-čou|Hãn Châu|Синьчжоу|신저우 시	CN	544683	38.4092	112.7333	2026-12-20T23:42:00Z	Asia/Shanghai
city-1270752	Kalaburagi	Gulbarga|गुलबर्ग|Kalaburgi|Гульбарга|古尔伯加	IN	543147	17.3358	76.8376	2026-12-21T01:18:00Z	Asia/Kolkata
city-5318313	Tucson	Tuksonas|Тусон|图森|توسون	US	542629	32.2217	-110.9265	2026-12-21T14:21:00Z	America/Phoenix
city-593116	Vilnius	Вильнюс|Wilno|Vilna|Vilnüs|维尔纽斯|فيلنيوس	LT	542366	54.6892	25.2798	2026-12-21T06:40:00Z	Europe/Vilnius
city-1279159	Ajmer	अजमेर|অজমের|Adźmer|Ádzsmír|Adžmeras|Аджмер	IN	542321	26.4521	74.6387	2026-12-21T01:45:00Z	Asia/Kolkata
city-1798821	Pingdu	Пинду	CN	542234	36.7844	119.9464	2026-12-20T23:09:00Z	Asia/Shanghai
city-5350937	Fresno	Fresnas|Фресно|弗雷斯诺|فريسنو	US	542107	36.7477	-119.7724	2026-12-21T15:08:00Z	America/Los_Angeles
city-154380	Mbeya	مبيا|Mbeja|Мбее|姆貝亞	TZ	541603	-8.9	33.45	2026-12-21T03:25:00Z	Africa/Dar_es_Salaam
city-3459505	Juiz de Fora	Žuis de Fora|Жуис-ди-Фора|茹伊斯迪福拉|ジュイス・デ・フォーラ	BR	540756	-21.7642	-43.3503	2026-12-21T08:07:00Z	America/Sao_Paulo
city-2346229	Calabar	Kalabaras|Калабар|卡拉巴尔|칼라바르	NG	540000	4.9589	8.327	2026-12-21T05:29:00Z	Africa/Lagos
city-2540483	Oujda	وجدة|Wadżda|Ucda|Udžda|Уджда|乌季达	MA	539711	34.6814	-1.9086	2026-12-21T07:11:00Z	Africa/Casablanca
city-1496990	Novokuznetsk	Новокузнецк|Novokouznetsk|Nowokusnezk|Novokuzneck|Nowokuźnieck|Novokoeznetsk|新库兹涅茨克|نوفوكوزنتسك	RU	539616	53.7575	87.136	2026-12-21T02:27:00Z	Asia/Novokuznetsk
city-500096	Ryazan’	Рязань|Rjasan|Riazań|Rjazan|梁赞|リャザン	RU	538962	54.627	39.7041	2026-12-21T05:42:00Z	Europe/Moscow
city-1806445	Ji’an	吉安|Цзиань	CN	538699	27.1172	114.9793	2026-12-20T23:05:00Z	Asia/Shanghai
city-1166547	Sahiwal	Сахивале	PK	538344	31.9739	72.3311	2026-12-21T02:07:00Z	Asia/Karachi
city-1166548	Sahiwal	ساہِيوال|ਸਾਹੀਵਾਲ|Sahivalas|Сахивал	PK	538344	30.6659	73.1019	2026-12-21T02:01:00Z	Asia/Karachi
city-304531	Mersin	Myrte|Мерсин|Μερσίνη	TR	537842	36.812	34.6389	2026-12-21T04:50:00Z	Europe/Istanbul
city-2644688	Leeds	Lidsas|Лидс|利兹|ليدز	GB	536280	53.7965	-1.5478	2026-12-21T08:22:00Z	Europe/London
city-3088171	Poznań	Posen|Posnania|Poznanė|Poznanj|Познань|波茲南|بوزنان	PL	536151	52.4069	16.9299	2026-12-21T07:00:00Z	Europe/Warsaw
city-1809412	Guli	Гули	CN	536000	28.8816	120.0331	2026-12-20T22:49:00Z	Asia/Shanghai
city-1529660	Aqsu	阿克苏|ئاقسۇ شەھىرى|Aksu|Aksou|Ciudad de Aksu|Аксу	CN	535657	41.1842	80.2792	2026-12-21T02:01:00Z	Asia/Urumqi
city-2344082	Ebute Ikorodu	Awja-Ikoradu|Ebute-Egga|Ikorodu	NG	535619	6.6009	3.4882	2026-12-21T05:52:00Z	Africa/Lagos
city-1793424	Tanggu	塘沽|Танго	CN	535298	39.0211	117.6469	2026-12-20T23:24:00Z	Asia/Shanghai
city-580497	Astrakhan	Астрахань|Әстерхан|Astrachan|Astracán|Astracã|Asztrahán|Astrahan|阿斯特拉罕	RU	533925	46.3497	48.0408	2026-12-21T04:28:00Z	Europe/Astrakhan
city-1168718	Okara	Окара	PK	533693	30.8103	73.4515	2026-12-21T01:59:00Z	Asia/Karachi
city-1842943	Kimhae	김해시|Gimhae|Кимхэ	KR	531966	35.2342	128.8811	2026-12-20T22:29:00Z	Asia/Seoul
city-172955	Ar Raqqah	الرقة|Rakka|Raqqa|Ар-Ракка	SY	531952	35.9528	39.0079	2026-12-21T04:30:00Z	Asia/Damascus
city-6325494	Québec	Kvebekas|Thành phố Québec|Квебек|魁北克市|مدينة كيبك	CA	531902	46.8123	-71.2145	2026-12-21T12:27:00Z	America/Toronto
city-3827409	Cuauhtémoc		MX	531831	19.4451	-99.1461	2026-12-21T13:06:00Z	America/Mexico_City
city-1796068	Shangluo	Shanchzhou|Shang|Shang-hsien|商洛市	CN	531696	33.8667	109.9306	2026-12-20T23:41:00Z	Asia/Shanghai
city-1862627	Himeji	姫路市|Химэдзи|姬路市	JP	530495	34.8167	134.7	2026-12-20T22:04:00Z	Asia/Tokyo
city-3680656	Ibagué	Ibagė|Ибаге|伊瓦格|أباجي	CO	529635	4.4357	-75.2029	2026-12-21T11:03:00Z	America/Bogota
city-2803138	Antwerp	Antwerpen|Anvers|Amberes|Anversa|Antuérpia|Антверпен|安特卫普|أنتويرب	BE	529247	51.2205	4.4003	2026-12-21T07:44:00Z	Europe/Brussels
city-359783	Assiut	أسيوط|Асьют	EG	528669	27.181	31.1837	2026-12-21T04:40:00Z	Africa/Cairo
city-132144	Hamadān	Хамадан	IR	528256	34.7992	48.5146	2026-12-21T03:49:00Z	Asia/Tehran
city-1806488	Qionghai	琼海市|瓊海市|충하이 시	CN	528238	19.2425	110.4642	2026-12-20T23:07:00Z	Asia/Shanghai
city-1816080	Cangzhou	沧州市|滄州|Cchang-čou|Thương Châu|Цанчжоу	CN	527681	38.3112	116.8533	2026-12-20T23:25:00Z	Asia/Shanghai
city-1625812	Surakarta	Kota Surakarta|Суракарте|梭罗市|سوراكارتا	ID	526870	-7.5561	110.8317	2026-12-20T22:17:00Z	Asia/Jakarta
city-3583361	San Salvador	San Salwador|San Salvadoras|Сан-Сальвадор|聖薩爾瓦多|سان سلفادور	SV	525990	13.6893	-89.1872	2026-12-21T12:15:00Z	America/El_Salvador
city-1816705	Beihai	北海市|北海|Pej-chaj|Beihajus|Bắc Hải|Бэйхай	CN	525329	21.4835	109.1155	2026-12-20T23:17:00Z	Asia/Shanghai
city-298117	Van	Wan|Vanas|Ван|凡城|وان	TR	525016	38.4946	43.3832	2026-12-21T04:20:00Z	Europe/Istanbul
city-5389489	Sacramento	Sakramentas|Сакраменто|沙加緬度|ساكرامنتو	US	524943	38.5816	-121.4944	2026-12-21T15:20:00Z	America/Los_Angeles
city-738329	Üsküdar	Skutari|Scutari|Ускюдар	TR	524452	41.0227	29.0137	2026-12-21T05:25:00Z	Europe/Istanbul
city-511565	Penza	Пенза|Pensa|奔萨|بينزا	RU	523553	53.1957	45.0108	2026-12-21T05:12:00Z	Europe/Moscow
city-1133616	Mazār-e Sharīf	مزار شریف|Mazari Sharif|Masar-e Scharif|Mazār-e Šarīf|Mazar-i Szarif|Мазари-Шариф|مزار شريف	AF	523300	36.709	67.1109	2026-12-21T02:40:00Z	Asia/Kabul
city-1138336	Kandahār	قندهار|Kandehar|Кандагар|坎大哈	AF	523300	31.6133	65.7101	2026-12-21T02:32:00Z	Asia/Kabul
city-1808392	Hengshui	衡水市|衡水|Cheng-šuej|Hành Thủy|Хэншуй	CN	522147	37.7391	115.6835	2026-12-20T23:29:00Z	Asia/Shanghai
city-1273313	Dehradun	Дехрадуне	IN	522081	30.3244	78.0339	2026-12-21T01:40:00Z	Asia/Kolkata
city-1272013	Erode	इरोड|ஈரோடு|Irodu|Брод	IN	521891	11.3428	77.7274	2026-12-21T01:03:00Z	Asia/Kolkata
city-2996944	Lyon	Lió|Lion|Lione|Lionas|Лион|里昂|ليون	FR	520774	45.7491	4.8479	2026-12-21T07:18:00Z	Europe/Paris
city-3838233	Salta	Ciudad de Salta|Сальта|萨尔塔|سالتا	AR	520683	-24.8065	-65.42	2026-12-21T09:29:00Z	America/Argentina/Salta
city-3447779	Serra	Серра	BR	520653	-20.1286	-40.3078	2026-12-21T07:59:00Z	America/Sao_Paulo
city-747340	Esenler	Litros	TR	520235	41.0435	28.8762	2026-12-21T05:26:00Z	Europe/Istanbul
city-1568574	Qui Nhon	Quy Nhơn|歸仁市|Куинён|クイニョン	VN	519208	13.7765	109.2237	2026-12-20T23:01:00Z	Asia/Ho_Chi_Minh
city-361320	Al Fayyum	الفيوم|Fayoum|El-Fayum|Fayyum|Fajum|Faijum|Аль-Фаюм	EG	519047	29.31	30.8418	2026-12-21T04:46:00Z	Africa/Cairo
city-1272175	Durgapur	দুর্গাপুর|दुर्गापूर|Дургапур	IN	518872	23.5158	87.308	2026-12-21T00:48:00Z	Asia/Kolkata
city-1849053	Utsunomiya	宇都宮市|Ucunomija|Уцуномия|우쓰노미야 시	JP	518757	36.5667	139.8833	2026-12-20T21:48:00Z	Asia/Tokyo
city-4011743	Victoria de Durango	Durango|Durangas|Дуранго|杜兰戈|ドゥランゴ	MX	518709	24.0203	-104.6576	2026-12-21T13:37:00Z	America/Monterrey
city-2267057	Lisbon	Lisboa|Lisbonne|Lissabon|Lisbona|Lizbona|Лиссабон|里斯本|لشبونة	PT	517802	38.7251	-9.1498	2026-12-21T07:51:00Z	Europe/Lisbon
city-1167460	Rahim Yar Khan	رحیم یار خان|رحيم يار خان|Rahimjar Khan|Рахимъярхан	PK	517000	28.4199	70.3034	2026-12-21T02:07:00Z	Asia/Karachi
city-1253894	Ulhasnagar	उल्हासनगर|উল্লাসনগর|Улхаснагар	IN	516584	19.2167	73.15	2026-12-21T01:36:00Z	Asia/Kolkata
city-1806466	Guangyuan	Kwangyüanhsien|廣元|Kuang-jüan|Quảng Nguyên|Гуанъюань|広元市	CN	516424	32.442	105.823	2026-12-20T23:54:00Z	Asia/Shanghai
city-1264773	Loni	Лоне	IN	516082	28.7514	77.2902	2026-12-21T01:39:00Z	Asia/Kolkata
city-1256525	Siliguri	सिलीगुड़ी|শিলিগুড়ি|Shiliguri|Силигури	IN	515574	26.71	88.4285	2026-12-21T00:50:00Z	Asia/Kolkata
city-2861650	Nuremberg	Nürnberg|Norimberga|Nuremberga|Norymberga|Neurenberg|Нюрнберг|纽伦堡|نورنبيرغ	DE	515543	49.4542	11.0775	2026-12-21T07:09:00Z	Europe/Berlin
city-1253914	Ujjain	उज्जैन|উজ্জয়িনী|Udždžain|Uddzsaín|Удджайн	IN	515215	23.1824	75.7764	2026-12-21T01:33:00Z	Asia/Kolkata
city-2910831	Hannover	Hanover|Hanovre|Hanower|Hanoveris|Hanovra|Ганновер|汉诺威|هانوفر	DE	515140	52.3705	9.7332	2026-12-21T07:29:00Z	Europe/Berlin
city-2650225	Edinburgh	Caeredin|Dùn Èideann|Édimbourg|Edimburgo|Edynburg|Эдинбург|爱丁堡|إدنبرة	GB	514990	55.9521	-3.1965	2026-12-21T08:42:00Z	Europe/London
city-3396016	Macapá	Makapa|Макапа|馬卡帕|ماكابا	BR	512902	0.0389	-51.0664	2026-12-21T09:19:00Z	America/Belem
city-1790396	Xianning	Сяньнин	CN	512517	29.8435	114.322	2026-12-20T23:14:00Z	Asia/Shanghai
city-2972315	Toulouse	Tolosa|Tolosa de Llenguadoc|Tuluza|Тулуза|圖盧茲|تولوز	FR	511684	43.6043	1.4437	2026-12-21T07:24:00Z	Europe/Paris
city-949880	Thembisa	Tembisa	ZA	511655	-25.9964	28.2268	2026-12-21T03:12:00Z	Africa/Johannesburg
city-1926099	Matsuyama	松山|Macujama|Мацуяма|松山市	JP	511192	33.8392	132.7657	2026-12-20T22:10:00Z	Asia/Tokyo
city-1275610	Bilimora	Bilimor|Mora	IN	510879	20.7696	72.9613	2026-12-21T01:40:00Z	Asia/Kolkata
city-1174625	Kasur	Касур	PK	510875	31.1187	74.4502	2026-12-21T01:56:00Z	Asia/Karachi
city-4180439	Atlanta	Атланта|亚特兰大|أتلانتا	US	510823	33.749	-84.388	2026-12-21T12:38:00Z	America/New_York
city-6316406	Aparecida de Goiânia	Апаресида-ди-Гояния|阿帕雷西達迪戈亞尼亞|アパレシダ・デ・ゴイアニア	BR	510770	-16.8233	-49.2439	2026-12-21T08:41:00Z	America/Sao_Paulo
city-3523466	Heroica Matamoros	Матаморос	MX	510739	25.8797	-97.5042	2026-12-21T13:12:00Z	America/Matamoros
city-1703417	Makati City	Makati	PH	510383	14.5503	121.0327	2026-12-20T22:16:00Z	Asia/Manila
city-2034414	Tonghua	通化市|通化|Tchung-chua|Thông Hóa|Тунхуа	CN	510000	41.7197	125.9264	2026-12-20T23:00:00Z	Asia/Shanghai
city-523750	Naberezhnyye Chelny	Набережные Челны|Яр Чаллы|Naberezhnye Chelny|Nabereschnyje Tschelny|Naberejnye Chelny|Naberezjnye Tsjelny|Naberežnyje Čelny|나베레주니예첼니	RU	509870	55.7372	52.4196	2026-12-21T04:58:00Z	Europe/Moscow
city-535121	Lipetsk	Липецк|Lipezk|Lipeck|Lipieck|Lipeckas|Lipețk|利佩茨克|ليبيتسك	RU	509735	52.5876	39.5515	2026-12-21T05:31:00Z	Europe/Moscow
city-2314705	Kikwit	Kikvitas|Киквите|基奎特|キクウィト	CD	509367	-5.041	18.8162	2026-12-21T04:30:00Z	Africa/Kinshasa
city-3463237	Florianópolis	Флорианополис|弗洛里亚诺波利斯|فلوريانوبوليس	BR	508826	-27.5967	-48.5492	2026-12-21T08:15:00Z	America/Sao_Paulo
city-2155472	Newcastle	Niukaslas|Ньюкасл|纽卡斯尔|نيوكاسل	AU	508437	-32.9295	151.7801	2026-12-20T18:41:00Z	Australia/Sydney
city-1818446	Tuen Mun	屯门|屯門	HK	507900	22.3917	113.9716	2026-12-20T22:59:00Z	Asia/Hong_Kong
city-1785036	Zhangye	张掖|張掖|Čang-jie|Trương Dịch|Чжанъе	CN	507433	38.9342	100.4517	2026-12-21T00:33:00Z	Asia/Shanghai
city-548408	Kirov	Киров|Kirow|Kirovas|基洛夫|كيروف	RU	507155	58.5981	49.6578	2026-12-21T05:30:00Z	Europe/Kirov
city-1280849	Kashgar	喀什|قەشقەر|Kachgar|Kaschgar|Kasgar|Kaszgar|Kašgaras|Кашгар	CN	506640	39.4672	75.9868	2026-12-21T02:12:00Z	Asia/Urumqi
city-103630	Najrān	نجران	SA	505652	17.4933	44.1277	2026-12-21T03:29:00Z	Asia/Riyadh
city-1784130	Zhoukou	周口市|周口|Čou-kchou|Chu Khẩu|Чжоуко	CN	505171	33.6333	114.6333	2026-12-20T23:22:00Z	Asia/Shanghai
city-2879139	Leipzig	Lipsia|Lipsk|Lipsko|Lipcse|Leipcigas|Лейпциг|莱比锡|لايبزيغ	DE	504971	51.3396	12.3713	2026-12-21T07:13:00Z	Europe/Berlin
city-1798760	Pingliang	平凉|平涼|Pching-liang|Bình Lương|Пинлян	CN	504848	35.5392	106.6861	2026-12-20T23:58:00Z	Asia/Shanghai
city-2934691	Duisburg	Duisbourg|Duisburgo|Duisburgas|Дуйсбург|杜伊斯堡|دويسبورغ	DE	504358	51.4325	6.7652	2026-12-21T07:36:00Z	Europe/Berlin
city-1278314	Āsansol	आसनसोल|আসানসোল|Асансол	IN	504271	23.6833	86.9833	2026-12-21T00:50:00Z	Asia/Kolkata
city-143127	Arāk	ساوه|Эрак	IR	503647	34.0949	49.6981	2026-12-21T03:43:00Z	Asia/Tehran
city-627907	Homyel'	Гомель|Gomel’|Homiel|Homel|Gomelis|戈梅利|غوميل	BY	501193	52.4345	30.9754	2026-12-21T06:04:00Z	Europe/Minsk
city-610611	Aktobe	Ақтөбе|Актобе|Aktioubé|Aqtöbe|Aktiube|阿克托比	KZ	500757	50.2797	57.2072	2026-12-21T04:08:00Z	Asia/Aqtobe
city-1733432	Kota Kinabalu	亞庇|Кота-Кинабалу|コタキナバル	MY	500421	5.9749	116.0724	2026-12-20T22:20:00Z	Asia/Kuching
city-1176358	Jalalpur Pirwala	Dzalalpur Pirwala|Jalalpur|جلالپور پیروالا	PK	500000	29.5051	71.222	2026-12-21T02:05:00Z	Asia/Karachi
city-1263780	Mangaluru	Mangalore|मैंगलूर|Mangalor|Мангалуру|门格洛尔	IN	499487	12.9172	74.856	2026-12-21T01:17:00Z	Asia/Kolkata
city-1783988	Zhucheng	密州	CN	499285	35.9947	119.3975	2026-12-20T23:09:00Z	Asia/Shanghai
city-3668605	Santa Marta	Санта Марта|سانتا مارتا	CO	499192	11.2386	-74.1943	2026-12-21T11:11:00Z	America/Bogota
city-1857553	Matsudo	松戸市|Мацудо|松戶市	JP	498575	35.7799	139.9014	2026-12-20T21:46:00Z	Asia/Tokyo
city-1707267	Lapu-Lapu City	Lapu-Lapu|拉普拉普市	PH	497813	10.3103	123.9494	2026-12-20T21:56:00Z	Asia/Manila
city-609655	Karagandy	Qarağandı|Караганда|Karaganda	KZ	497777	49.8019	73.1021	2026-12-21T03:02:00Z	Asia/Almaty
city-1802238	Loudi	娄底市|婁底|Lâu Để|Лоуди	CN	497171	27.7344	111.9944	2026-12-20T23:18:00Z	Asia/Shanghai
city-2644210	Liverpool	Lerpwl|Poll a' Ghrùthain|Liverpulis|Ливерпуль|利物浦|ليفربول	GB	496770	53.4106	-2.9779	2026-12-21T08:25:00Z	Europe/London
city-1185270	Bāndarban	Бандарбан	BD	495272	22.1953	92.2195	2026-12-21T00:26:00Z	Asia/Dhaka
city-1818920	Sha Tin	Sha Tin New Town|沙田	HK	495200	22.3833	114.1833	2026-12-20T22:58:00Z	Asia/Hong_Kong
city-1180289	Dera Ghazi Khan	ڈیرہ غازی خان|ډېره غازي خان|Dera Gazi Chanas|Дера-Гази-Хан	PK	494464	30.0459	70.6403	2026-12-21T02:09:00Z	Asia/Karachi
city-1168021	Pindi Bhattian	Pindi Battian|Pindi Bhatian|پندی بهتیان	PK	493222	31.8984	73.2734	2026-12-21T02:03:00Z	Asia/Karachi
city-569696	Cheboksary	Чебоксары|Чабаксар|Tcheboksary|Tscheboksary|Čeboksary|Czeboksary|Tsjeboksary|切博克萨雷	RU	492331	56.1322	47.246	2026-12-21T05:21:00Z	Europe/Moscow
city-1839071	Pohang	포항	KR	492041	36.0292	129.3648	2026-12-20T22:29:00Z	Asia/Seoul
city-1795928	Shanwei	汕尾|Šan-wej|Sán Vĩ|Шаньвэй|汕尾市	CN	491766	22.782	115.3475	2026-12-20T22:54:00Z	Asia/Shanghai
city-3674453	Montería	Monterija	CO	490935	8.7508	-75.8782	2026-12-21T11:13:00Z	America/Bogota
city-181032	Ruiru	Руиру|魯依魯	KE	490120	-1.1466	36.9609	2026-12-21T03:24:00Z	Africa/Nairobi
city-3666304	Valledupar	Valjeduparas|Вальедупар|巴耶杜帕尔|توربو	CO	490075	10.4654	-73.2531	2026-12-21T11:06:00Z	America/Bogota
city-1276533	Belagavi	Belgaum|बेलगाँव|Belgaumas|Белгаум|贝尔高姆	IN	490045	15.8521	74.5045	2026-12-21T01:24:00Z	Asia/Kolkata
city-292932	Ajman	عجمان	AE	490035	25.4018	55.4788	2026-12-21T02:59:00Z	Asia/Dubai
city-9931406	Jianshui	碱水	CN	490000	24.2774	101.224	2026-12-20T23:54:00Z	Asia/Shanghai
city-7628420	Sancaktepe		TR	489848	41.0024	29.2319	2026-12-21T05:24:00Z	Europe/Istanbul
city-377039	Port Sudan	Būr Sūdān|Port-Soudan|Puerto Sudán|Porto Sudan|Porto Sudão|Порт-Судан|苏丹港|ポートスーダン	SD	489725	19.6175	37.2164	2026-12-21T04:01:00Z	Africa/Khartoum
city-3515302	Toluca	Toluca de Lerdo|Toluka|Толука|托卢卡|トルーカ	MX	489333	19.2879	-99.6532	2026-12-21T13:08:00Z	America/Mexico_City
city-3532624	Ciudad López Mateos	Adolfo López Mateos|Сьюдад-Лопес-Матеус	MX	489160	19.5579	-99.2567	2026-12-21T13:07:00Z	America/Mexico_City
city-1846266	Jeju City	제주시|Jeju|Czedżu|Чеджу|جيجو	KR	488844	33.5097	126.5219	2026-12-20T22:34:00Z	Asia/Seoul
city-3099434	Gdańsk	Danzig|Danzica|Gdanskas|Gdanjsk|Гданьск|格但斯克|غدانسك	PL	487371	54.3523	18.6491	2026-12-21T07:04:00Z	Europe/Warsaw
city-4164138	Miami	Majamis|Майами|迈阿密|ميامي	US	487014	25.7743	-80.1937	2026-12-21T12:03:00Z	America/New_York
city-5074472	Omaha	Омаха|奥马哈|أوماها	US	486051	41.2563	-95.9404	2026-12-21T13:46:00Z	America/Chicago
city-1855207	Nishinomiya	西宮市|Нисиномия	JP	485587	34.7156	135.332	2026-12-20T22:02:00Z	Asia/Tokyo
city-2593460	Masina		CD	485167	-4.3836	15.3914	2026-12-21T04:45:00Z	Africa/Kinshasa
city-1257806	Sahāranpur		IN	484873	29.9679	77.5452	2026-12-21T01:41:00Z	Asia/Kolkata
city-1253286	Vellore	वेल्लोर|வேலூர்|Velur|Veluru|Веллор	IN	484690	12.9184	79.1325	2026-12-21T01:00:00Z	Asia/Kolkata
city-1858311	Kurashiki	倉敷市|Курашики|كوراشيكي، أوكاياما	JP	483576	34.5833	133.7667	2026-12-20T22:08:00Z	Asia/Tokyo
city-3467693	Campos dos Goytacazes	Кампос|坎普斯戈伊塔卡濟斯	BR	483540	-21.7523	-41.3304	2026-12-21T07:59:00Z	America/Sao_Paulo
city-1730737	Angeles City	앙헬레스	PH	483452	15.15	120.5833	2026-12-20T22:19:00Z	Asia/Manila
city-1276058	Bhātpāra		IN	483129	22.8664	88.4011	2026-12-21T00:42:00Z	Asia/Kolkata
city-333795	Jijiga	ጅጅጋ|Jigjiga|Djidjiga|Dżidżiga|Джиджига|吉吉加	ET	483000	9.35	42.8	2026-12-21T03:19:00Z	Africa/Addis_Ababa
city-480562	Tula	Тула|Тулă|Toula|Tuła|Toela|圖拉	RU	482873	54.1961	37.6182	2026-12-21T05:47:00Z	Europe/Moscow
city-98860	Najaf	النجف|Nadjaf|Nadschaf|Nayaf|An-Najaf|An-Nadżaf|Эн-Наджаф|納杰夫	IQ	482576	32.0259	44.3462	2026-12-21T03:59:00Z	Asia/Baghdad
city-4487042	Raleigh	Rolis|Роли|罗利|رالي	US	482295	35.7721	-78.6386	2026-12-21T12:21:00Z	America/New_York
city-1710914	Imus	Lungsod ng Imus|Имус	PH	481949	14.4297	120.9367	2026-12-20T22:16:00Z	Asia/Manila
city-1789647	Xichang	西昌市|Сичан|시창	CN	481796	27.8964	102.2634	2026-12-20T23:58:00Z	Asia/Shanghai
city-1264115	Malegaon	Малегаон	IN	481228	20.5497	74.5346	2026-12-21T01:33:00Z	Asia/Kolkata
city-3448639	São José do Rio Preto	San Žozė do Rio Pretas|Сан-Жозе-ду-Риу-Прету|普雷图河畔圣若泽|サン・ジョゼー・ド・リオ・プレト	BR	480393	-20.8197	-49.3794	2026-12-21T08:34:00Z	America/Sao_Paulo
city-7701384	Karabağlar		TR	479338	38.382	27.132	2026-12-21T05:25:00Z	Europe/Istanbul
city-2327220	Okene	Okeni	NG	479178	7.5512	6.2359	2026-12-21T05:42:00Z	Africa/Lagos
city-1833788	Uijeongbu-si	의정부시	KR	479141	37.7415	127.0474	2026-12-20T22:43:00Z	Asia/Seoul
city-2654675	Bristol	Bryste|Bristolis|Бристоль|布里斯托尔|بريستول	GB	479024	51.4552	-2.5966	2026-12-21T08:13:00Z	Europe/London
city-1006984	East London	EMonti|Oos Londen|Yst Londonas|Ист-Лондон|東倫敦|إيست لندن	ZA	478676	-33.0153	27.9116	2026-12-21T02:56:00Z	Africa/Johannesburg
city-111822	Yazd	یزد|Jazd|Jezdas|Йезд|亚兹德	IR	477905	31.8972	54.3675	2026-12-21T03:18:00Z	Asia/Tehran
city-57289	Hargeysa	Hargeisa|Харгейсе	SO	477876	9.56	44.065	2026-12-21T03:15:00Z	Africa/Mogadishu
city-1854487	Ōita	大分市|Оита|오이타 시	JP	477715	33.2333	131.6	2026-12-20T22:13:00Z	Asia/Tokyo
city-1805741	Jincheng	晉城|Tấn Thành|Цзиньчэн|진청 시	CN	476945	35.5022	112.8328	2026-12-20T23:34:00Z	Asia/Shanghai
city-6696918	Taoyuan	Taoyuan City|Таоюань	TW	475798	24.9937	121.297	2026-12-20T22:35:00Z	Asia/Taipei
city-198629	Eldoret	Eldoretas|Элдорет|埃爾多雷特|エルドレット	KE	475716	0.5204	35.2699	2026-12-21T03:34:00Z	Africa/Nairobi
city-4393217	Kansas City	Kanzas Sitis|Канзас-Сити|堪薩斯城|كانساس سيتي	US	475378	39.0997	-94.5786	2026-12-21T13:34:00Z	America/Chicago
city-1787765	Yan’an	延安|Яньань|يانان	CN	475234	36.5989	109.4917	2026-12-20T23:50:00Z	Asia/Shanghai
city-554234	Kaliningrad	Калининград|Königsberg|Kaliningrado|Caliningrado|Kalinyingrád|Karaliaučius|加里寧格勒|كالينينغراد	RU	475056	54.7064	20.511	2026-12-21T06:59:00Z	Europe/Kaliningrad
city-785842	Skopje	Скопје|Shkupi|Escópia|Szkopje|Üsküp|Skoplje|Скопье|斯科普里	MK	474889	41.9965	21.4314	2026-12-21T05:59:00Z	Europe/Skopje
city-2057087	Kupang	Kota Kupang|Kupangas|Купанге|古邦|クパン	ID	474801	-10.1708	123.6069	2026-12-20T21:22:00Z	Asia/Makassar
city-944385	Vereeniging	Verenigingas|Феринихинг|弗里尼欣|فيرينخن	ZA	474681	-26.6731	27.9261	2026-12-21T03:12:00Z	Africa/Johannesburg
city-2747373	The Hague	Den Haag|De Haach|La Haye|La Haya|L'Aia|Гаага|海牙|لاهاي	NL	474292	52.0767	4.2986	2026-12-21T07:49:00Z	Europe/Amsterdam
city-5367929	Long Beach	Long Byčas|Лонг-Бич|長灘|لونغ بيتش	US	474140	33.767	-118.1892	2026-12-21T14:54:00Z	America/Los_Angeles
city-1271439	Gaya		IN	474093	24.7969	85.0038	2026-12-21T01:00:00Z	Asia/Kolkata
city-1711005	Iloilo	Iloilo City|Илоило	PH	473728	10.6969	122.5644	2026-12-20T22:02:00Z	Asia/Manila
city-1794794	Shouguang	Шоугуан	CN	473620	36.88	118.7375	2026-12-20T23:14:00Z	Asia/Shanghai
city-1805680	Jingdezhen	景德镇市|Цзиндэчжэнь|景徳鎮	CN	473561	29.2947	117.2079	2026-12-20T23:01:00Z	Asia/Shanghai
city-2513416	Murcia	Ciutat de Múrcia|Murcie|Murcja|Мурсия|穆尔西亚|مرسية	ES	471982	37.987	-1.13	2026-12-21T07:17:00Z	Europe/Madrid
city-5304391	Mesa	Меса|梅薩|ميسا	US	471825	33.4223	-111.8226	2026-12-21T14:27:00Z	America/Phoenix
city-6324729	Halifax	Галифакс	CA	471559	44.6427	-63.5769	2026-12-21T11:48:00Z	America/Halifax
city-153220	Morogoro	Mkoa wa Morogoro|موروغورو|Morogoras|Морогоро|莫罗戈罗	TZ	471409	-6.821	37.6612	2026-12-21T03:12:00Z	Africa/Dar_es_Salaam
city-2544571	Kenitra	القنيطرة|Al-Kunajtira|Кенитра|蓋尼特拉	MA	470949	34.261	-6.5802	2026-12-21T07:28:00Z	Africa/Casablanca
city-288967	Seeb	As Sīb|السیب|Síb|Szíb|Sybas|Эс-Сиб|锡卜	OM	470878	23.6703	58.1891	2026-12-21T02:45:00Z	Asia/Muscat
city-700569	Mykolayiv	Миколаїв|Николаев|Mykolaïv|Mikołajów|Mikolajiv	UA	470011	46.9763	31.993	2026-12-21T05:35:00Z	Europe/Kyiv
city-1863917	Fukuyama	福山市|Fukujama|Фукуяма|فوکویاما	JP	468812	34.4833	133.3667	2026-12-20T22:09:00Z	Asia/Tokyo
city-5139568	Staten Island	Borough of Staten Island	US	468730	40.5623	-74.1399	2026-12-21T12:17:00Z	America/New_York
city-1799846	Nanping	南平市|Nenping shehiri|Nan-pching|Nam Bình|Наньпин|난핑 시	CN	467875	26.645	118.1736	2026-12-20T22:51:00Z	Asia/Shanghai
city-3672486	Pereira	Перейра	CO	467269	4.8143	-75.6949	2026-12-21T11:05:00Z	America/Bogota
city-4018390	Ciudad Apodaca	Apodaca|Аподака|阿波達卡	MX	467157	25.7814	-100.1891	2026-12-21T13:23:00Z	America/Monterrey
city-3448877	São João de Meriti	San Žuan de Meritis|Сан-Жуан-ди-Мерити|聖若昂迪梅里蒂	BR	466536	-22.8039	-43.3722	2026-12-21T08:05:00Z	America/Sao_Paulo
city-1278840	Ambattur		IN	466205	13.0982	80.1615	2026-12-21T00:56:00Z	Asia/Kolkata
city-3470142	Belford Roxo	Белфорд-Рошу|貝爾福羅舒|ベルフォード・ロッショ	BR	466096	-22.7642	-43.3994	2026-12-21T08:06:00Z	America/Sao_Paulo
city-1860243	Kanazawa	金沢市|Канадзава|金澤市	JP	466029	36.6	136.6167	2026-12-20T22:02:00Z	Asia/Tokyo
city-336014	Gonder	ጎንደር ከተማ|Gondar|Gonderas|Гондэр|貢德爾	ET	466000	12.6	37.4667	2026-12-21T03:46:00Z	Africa/Addis_Ababa
city-1701966	Mandaluyong City	Mandaluyong	PH	465902	14.5832	121.0409	2026-12-20T22:16:00Z	Asia/Manila
city-3592519	Mixco	Мишко	GT	465773	14.6308	-90.6071	2026-12-21T12:23:00Z	America/Guatemala
city-2036109	Longshan	辽源市|遼源|Liaoyuan|Liao-jüan|Liaojuanas|Liêu Nguyên|Ляоюань	CN	465249	42.8854	125.1367	2026-12-20T23:07:00Z	Asia/Shanghai
city-1562414	Vũng Tàu	Cap-Saint-Jacques|頭 頓市|Вунгтау|ブンタウ	VN	464860	10.346	107.0843	2026-12-20T23:04:00Z	Asia/Ho_Chi_Minh
city-3632998	Maracay	Marakajus|Маракай|马拉凯|マラカイ	VE	464700	10.2497	-67.5948	2026-12-21T10:43:00Z	America/Caracas
city-2294877	Tamale	Тамале	GH	464316	9.4008	-0.8393	2026-12-21T06:14:00Z	Africa/Accra
city-1786112	Heyuan	河源市|Che-jüan|Hà Nguyên|Хэюань|허위안 시	CN	463907	23.7333	114.6833	2026-12-20T22:59:00Z	Asia/Shanghai
city-1583518	Dĩ An		VN	463023	10.9068	106.7694	2026-12-20T23:06:00Z	Asia/Ho_Chi_Minh
city-355449	Esna	إسنا|Эсна	EG	462787	25.2934	32.554	2026-12-21T04:31:00Z	Africa/Cairo
city-3459712	Joinville	Žoinvilis|Жоинвили|若茵维莱|ジョインヴィレ	BR	461304	-26.3044	-48.8456	2026-12-21T08:20:00Z	America/Sao_Paulo
city-1792359	Huangshan	黄山|黃山市|Huangshan City|Chuang-šan|Hoàng Sơn|Туньси	CN	460786	29.7114	118.3125	2026-12-20T22:57:00Z	Asia/Shanghai
city-170017	Ḩamāh	حماة|Hama|Хама	SY	460602	35.1318	36.7578	2026-12-21T04:37:00Z	Asia/Damascus
city-1269407	Jalgaon	जलगाँव|জালগাঁও|Джалгаоне	IN	460228	21.0029	75.566	2026-12-21T01:30:00Z	Asia/Kolkata
city-1265491	Kurnool	करनूल|కర్నూలు|Карнул	IN	460184	15.8289	78.036	2026-12-21T01:10:00Z	Asia/Kolkata
city-2318044	Yola	Йола|約拉|ヨラ	NG	460000	9.2084	12.4815	2026-12-21T05:20:00Z	Africa/Lagos
city-1568510	Rạch Giá	迪石市|Racža|Ратьзя|ラックザー	VN	459860	10.0124	105.0809	2026-12-20T23:11:00Z	Asia/Ho_Chi_Minh
city-1865387	Amagasaki	尼崎市	JP	459593	34.7167	135.4167	2026-12-20T22:01:00Z	Asia/Tokyo
city-1636544	Manado	Kota Manado|Manadas|Манадо|万鸦老|マナド	ID	458582	1.4822	124.8489	2026-12-20T21:37:00Z	Asia/Makassar
city-3651297	Santo Domingo de los Colorados	Santo Domingo|Санто-Доминго-де-лос-Колорадос	EC	458580	-0.2537	-79.1763	2026-12-21T11:11:00Z	America/Guayaquil
city-163345	Ţarţūs	طرطوس|Tartous|Тартус	SY	458327	34.889	35.8866	2026-12-21T04:40:00Z	Asia/Damascus
city-331180	Mek'ele	መቀሌ|Macallè|Mekelie|Мэкэле|默克萊	ET	457900	13.4967	39.4753	2026-12-21T03:40:00Z	Africa/Addis_Ababa
city-330186	Nazrēt	Adama|Hadama|Nazareth	ET	456900	8.55	39.2667	2026-12-21T03:32:00Z	Africa/Addis_Ababa
city-5417598	Colorado Springs	Kolorado Springsas|Колорадо-Спрингс|科罗拉多斯普林斯|كولورادو سبرينغس	US	456568	38.8339	-104.8214	2026-12-21T14:14:00Z	America/Denver
city-3456283	Niterói	Нитерой|ニテロイ	BR	456456	-22.8833	-43.1036	2026-12-21T08:04:00Z	America/Sao_Paulo
city-3939459	Huancayo	Huankajus|Уанкайо|万卡约|وانكاشو	PE	456250	-12.0687	-75.2103	2026-12-21T10:34:00Z	America/Lima
city-99347	Al Hillah	الحلة|Hilla|Al Hilla|Аль-Хилла	IQ	455700	32.4637	44.4196	2026-12-21T04:00:00Z	Asia/Baghdad
city-2312895	Mbandaka	Мбандака|姆班达卡|ムバンダカ	CD	455011	0.0486	18.2603	2026-12-21T04:41:00Z	Africa/Kinshasa
city-1873757	Namp’o	남포|Нампхо	KP	455000	38.7375	125.4078	2026-12-20T22:52:00Z	Asia/Pyongyang
city-2239862	Malanje	Маланже	AO	455000	-9.5402	16.341	2026-12-21T04:32:00Z	Africa/Luanda
city-4005867	Ciudad General Escobedo	General Escobedo	MX	454967	25.7966	-100.3177	2026-12-21T13:24:00Z	America/Monterrey
city-1729564	Bacolod City	Lungsod ng Bacolod|Bacolod	PH	454898	10.6667	122.95	2026-12-20T22:01:00Z	Asia/Manila
city-4791259	Virginia Beach	Virdžinija Byčas|Вирджиния-Бич|維珍尼亞海灘|فرجينيا بيتش	US	454808	36.8529	-75.978	2026-12-21T12:13:00Z	America/New_York
city-1792260	Wafangdian	Fu|Fu-hsien|Fuxian	CN	454338	39.6183	122.0081	2026-12-20T23:09:00Z	Asia/Shanghai
city-1701500	Mansilingan		PH	454150	10.6311	122.9789	2026-12-20T22:01:00Z	Asia/Manila
city-158597	Kahama	Kakhama|Кахама|كاهاما|卡哈馬	TZ	453654	-3.8333	32.6	2026-12-21T03:37:00Z	Africa/Dar_es_Salaam
city-1675151	Hsinchu	新竹市|Sin-tek-chhī|Xinzhu|Sin-ču|Tân Trúc|Синьчжу|سين شو	TW	453536	24.8036	120.9686	2026-12-20T22:36:00Z	Asia/Taipei
city-1258662	Rāmgundam	రామగుండం	IN	452261	18.8008	79.4521	2026-12-21T01:10:00Z	Asia/Kolkata
city-321836	Batman	Êlih|Batmanas|Батман|巴特曼|بطمان	TR	452157	37.8874	41.1322	2026-12-21T04:27:00Z	Europe/Istanbul
city-1803245	Lishui	丽水|麗水|Li-šuej|Lệ Thủy|Лишуй	CN	451418	28.4604	119.9103	2026-12-20T22:48:00Z	Asia/Shanghai
city-1253986	Udaipur	उदयपुर|উদয়পুর|Udajpur|Удайпур	IN	451100	24.5858	73.7135	2026-12-21T01:45:00Z	Asia/Kolkata
city-373303	Juba	Djouba|Джуба|جوبا|주바	SS	450000	4.8517	31.5825	2026-12-21T03:56:00Z	Africa/Juba
city-1591527	Bắc Giang	北江市|Bakziangas|Бакзянг|バクザン	VN	450000	21.2731	106.1946	2026-12-20T23:28:00Z	Asia/Bangkok
city-8074174	Muratpaşa		TR	450000	36.8916	30.765	2026-12-21T05:06:00Z	Europe/Istanbul
city-8505006	Wenshan City	文山|文山市|원산 시	CN	450000	23.3631	104.2505	2026-12-20T23:40:00Z	Asia/Shanghai
city-298333	Şanlıurfa	Riha|Sanliurfa|Édesse|Edessza|Эдесса|Αντιόχεια	TR	449549	37.1671	38.7939	2026-12-21T04:35:00Z	Europe/Istanbul
city-2038087	Chengde	承德市|承德|Čcheng-te|Čengdė|Thừa Đức|Чэндэ	CN	449325	40.9519	117.9588	2026-12-20T23:29:00Z	Asia/Shanghai
city-538560	Kursk	Курск|Koursk|Koersk|Kurskas|库尔斯克|クルスク	RU	448733	51.7269	36.1846	2026-12-21T05:39:00Z	Europe/Moscow
city-1348843	Maheshtala		IN	448317	22.5086	88.2532	2026-12-21T00:42:00Z	Asia/Kolkata
city-1573517	Nam Định	Thành Phố Nam Định|Намдинь	VN	448225	20.4339	106.1773	2026-12-20T23:26:00Z	Asia/Bangkok
city-2501152	Constantine	قسنطينة|Constantina|Константина|君士坦丁	DZ	448028	36.365	6.6147	2026-12-21T06:41:00Z	Africa/Algiers
city-1260107	Patiāla	Патьяла	IN	446246	30.3362	76.3922	2026-12-21T01:47:00Z	Asia/Kolkata
city-1017780	Boksburg	Boksburgas|Боксбург	ZA	445168	-26.212	28.2596	2026-12-21T03:11:00Z	Africa/Johannesburg
city-1816858	Basuo	Basuo Zhen|Dongfang|Dongfang Shi|东方市	CN	444458	19.1027	108.6656	2026-12-20T23:14:00Z	Asia/Shanghai
city-4006702	Ensenada	Enseada|Энсенада|恩森那达|إنسينادا	MX	443807	31.8715	-116.6007	2026-12-21T14:43:00Z	America/Tijuana
city-315808	Elazığ	Elezîz|Elaziğ|Eliazihas|Элязыг|埃拉泽|معمورة العزيز	TR	443363	38.6743	39.2232	2026-12-21T04:37:00Z	Europe/Istanbul
city-3459462	Jundiaí	Žundiajus|Жундиаи|容迪亞伊|جوندياي	BR	443221	-23.1864	-46.8842	2026-12-21T08:19:00Z	America/Sao_Paulo
city-3514450	Xochimilco	Delegación Xochimilco	MX	442178	19.2547	-99.1036	2026-12-21T13:05:00Z	America/Mexico_City
city-1256409	Shyamnagar	Shamnagar|Shamnagore|Syamnagar	IN	441956	22.8333	88.3667	2026-12-21T00:42:00Z	Asia/Kolkata
city-1715430	Dasmariñas	Дасмариньяс|达斯马里尼亚斯|ダスマリニャス	PH	441876	14.3294	120.9367	2026-12-20T22:16:00Z	Asia/Manila
city-1813171	Zhangjiajie	张家界|張家界|Čang-ťia-ťie|Trương Gia Giới|Чжанцзяцзе	CN	441804	29.1294	110.4783	2026-12-20T23:27:00Z	Asia/Shanghai
city-1635882	Mataram	Kota Mataram|Mataramas|Матарам|馬塔蘭|ماتارام	ID	441147	-8.5833	116.1167	2026-12-20T21:55:00Z	Asia/Makassar
city-2286304	Korhogo	Korhogas|Корого|科霍戈|コロゴ	CI	440926	9.458	-5.6296	2026-12-21T06:33:00Z	Africa/Abidjan
city-1864092	Fujisawa	藤沢市|Fudžisava|Фудзисава|藤澤市	JP	439728	35.3493	139.4767	2026-12-20T21:47:00Z	Asia/Tokyo
city-2374775	Bissau	Bisau|Бисау|比绍|بيساو	GW	439704	11.8636	-15.5977	2026-12-21T07:17:00Z	Africa/Bissau
city-1734052	Sandakan	山打根|சண்டாக்கான்|Сандакан	MY	439050	5.8402	118.1179	2026-12-20T22:12:00Z	Asia/Kuching
city-1308465	Mawlamyine	မော်လမြိုင်|Moulmein|Mulmejn|Molamjainas|Моламьяйн|毛淡棉	MM	438861	16.4905	97.6282	2026-12-20T23:53:00Z	Asia/Yangon
city-6050610	Laval	Lavalis|Лаваль|拉瓦勒|لافال	CA	438366	45.5699	-73.692	2026-12-21T12:32:00Z	America/Toronto
city-2512989	Palma	Palma de Mallorca|Palma Mallorcakoa|Palma de Majorque|Palma di Maiorca|Palma de Maiorca|Пальма|帕爾馬|ميورقة	ES	438234	39.5694	2.6502	2026-12-21T07:06:00Z	Europe/Madrid
city-1869012	Sunch’ŏn	Junsen|Sunch'on-dong|Sunch'on-up	KP	437000	39.4317	125.9328	2026-12-20T22:52:00Z	Asia/Pyongyang
city-7628416	Sultangazi		TR	436935	41.1065	28.8685	2026-12-21T05:26:00Z	Europe/Istanbul
city-2319480	Uyo	Ujo|Uyо|Уйо|أويو	NG	436606	5.0513	7.9335	2026-12-21T05:31:00Z	Africa/Lagos
city-2038365	Bei’an	Lungchen|Pehanchen|Pei-an	CN	436444	48.2667	126.6	2026-12-20T23:21:00Z	Asia/Shanghai
city-1273368	Davangere	Davanagiri|Davangeri|Devangere	IN	435128	14.4669	75.9269	2026-12-21T01:16:00Z	Asia/Kolkata
city-2352379	Ado-Ekiti	Ado|أدو إكيتي	NG	435000	7.6233	5.2209	2026-12-21T05:47:00Z	Africa/Lagos
city-3675443	Manizales	Manisalesas|Манисалес|馬尼薩萊斯|مانيزاليس	CO	434403	5.0668	-75.5068	2026-12-21T11:05:00Z	America/Bogota
city-1841246	Masan	마산	KR	434371	35.1272	126.8315	2026-12-20T22:37:00Z	Asia/Seoul
city-1586896	Buôn Ma Thuột	Metuotas	VN	434256	12.6675	108.0378	2026-12-20T23:04:00Z	Asia/Ho_Chi_Minh
city-3407669	Ananindeua	Ананиндеуа|阿納寧德瓦|アナニンデウア	BR	433956	-1.3656	-48.3722	2026-12-21T09:05:00Z	America/Belem
city-487846	Stavropol	Ставрополь|Stawropol	RU	433931	45.0344	41.9642	2026-12-21T04:47:00Z	Europe/Moscow
city-1859924	Kashiwa	柏市|Касива|كاشيوا	JP	433436	35.8622	139.9773	2026-12-20T21:46:00Z	Asia/Tokyo
city-293397	Tel Aviv	תל אביב|تل أبيب|Tel Awiw|Tel Avivas|Тель-Авив	IL	432892	32.0809	34.7806	2026-12-21T04:37:00Z	Asia/Jerusalem
city-216281	Goma	Гома|戈马|غوما	CD	432587	-1.6741	29.2284	2026-12-21T03:54:00Z	Africa/Lubumbashi
city-3688452	Buenaventura		CO	432385	3.5833	-77.0	2026-12-21T11:09:00Z	America/Bogota
city-940909	Welkom	Velkomas|Велком|韋爾科姆|ウェルコム	ZA	431944	-27.9774	26.7351	2026-12-21T03:13:00Z	Africa/Johannesburg
city-1857871	Machida	町田市|Mačida|Мачида|ماتشيدا	JP	431079	35.5403	139.4508	2026-12-20T21:47:00Z	Asia/Tokyo
city-359493	Zagazig	الزقازيق|Эз-Заказик|宰加济格	EG	430445	30.5877	31.502	2026-12-21T04:47:00Z	Africa/Cairo
city-689558	Vinnytsya	Вінниця|Винница|Vinnytsia|Winnyzja|Winnica|Vinnicja|Vinicja|文尼察	UA	430091	49.2322	28.4687	2026-12-21T05:58:00Z	Europe/Kyiv
city-361055	Ismailia	مدينة الإسماعيلية|Ismáílíja|Iszmáilija|İsmailiye|Исмаилия|伊斯梅利亚	EG	429465	30.6043	32.2722	2026-12-21T04:44:00Z	Africa/Cairo
city-1806097	Ningde	宁德市|نىڭدې شەھىرى	CN	429260	26.6617	119.5228	2026-12-20T22:46:00Z	Asia/Shanghai
city-1279105	Akola	अकोला|অকোলা|Акола	IN	428857	20.7096	76.9981	2026-12-21T01:24:00Z	Asia/Kolkata
city-3941584	Cusco	Cuzco|Kuskas|Куско|庫斯科|قوسقو	PE	428450	-13.5319	-71.967	2026-12-21T10:18:00Z	America/Lima
city-1279945	Jiuquan	酒泉市|Ťiou-čchüan|Tửu Tuyền|Сучжоу|주취안 시	CN	428346	39.7432	98.5174	2026-12-21T00:43:00Z	Asia/Shanghai
city-3514783	Veracruz	Veracruz Llave|Verakrusas|Веракрус|韦拉克鲁斯|ベラクルス	MX	428323	19.1809	-96.1429	2026-12-21T12:53:00Z	America/Mexico_City
city-7303419	East Jerusalem	Aust-Jerusalem|Baitulmuqaddis Timur|Dogu Kudues|Восточный Иерусалим|القدس الشرقية|东耶路撒冷	PS	428304	31.7834	35.2339	2026-12-21T04:35:00Z	Asia/Hebron
city-571476	Bryansk	Брянск|Briansk|Brjansk|Breansk|브랸스크	RU	427236	53.271	34.3214	2026-12-21T05:55:00Z	Europe/Moscow
city-741763	Maltepe		TR	427040	40.9357	29.1551	2026-12-21T05:24:00Z	Europe/Istanbul
city-584923	Sumgayit	Sumqayıt|Сумгаит|Sumqayit|Sumgait|Sumgjajet	AZ	427000	40.5897	49.6686	2026-12-21T04:01:00Z	Asia/Baku
city-1734705	Kuala Terengganu	Bandar Kuala Terengganu|瓜拉登嘉楼|Kvala Terenganu|Куала-Тренгану|كوالا ترنغانو	MY	426500	5.3302	103.1408	2026-12-20T23:11:00Z	Asia/Kuala_Lumpur
city-1849814	Toyota	豊田|Tojota|Тоёта|丰田市	JP	426162	35.0833	137.15	2026-12-20T21:55:00Z	Asia/Tokyo
city-2313002	Matadi	Matadis|Матади|马塔迪|マタディ	CD	425662	-5.8386	13.4631	2026-12-21T04:50:00Z	Africa/Kinshasa
city-109353	Al Kharj	الخرج|Al Khardj|El-Harc|Эль-Хардж	SA	425300	24.1554	47.3346	2026-12-21T03:29:00Z	Asia/Riyadh
city-2330100	Minna	Минна|明納|민나	NG	425000	9.6152	6.5478	2026-12-21T05:45:00Z	Africa/Lagos
city-3526617	Xalapa de Enríquez	Xalapa|Jalapa Enríquez|Jalapa Enriques	MX	424755	19.5312	-96.9159	2026-12-21T12:57:00Z	America/Mexico_City
city-1255783	Rajpur Sonarpur	Rajpur	IN	424368	22.4382	88.4321	2026-12-21T00:41:00Z	Asia/Kolkata
city-3060972	Bratislava	Pozsony|Bratysława|Братислава|布拉迪斯拉发|براتيسلافا	SK	423737	48.1482	17.1067	2026-12-21T06:39:00Z	Europe/Bratislava
city-173811	Al Ḩasakah	الحسكة|حەسیچە	SY	422445	36.5024	40.7477	2026-12-21T04:25:00Z	Asia/Damascus
city-360502	Luxor	الأقصر|Louxor|Luksor|El-Uksur|Luksoras|Луксор|樂蜀	EG	422407	25.6989	32.6421	2026-12-21T04:31:00Z	Africa/Cairo
city-6058560	London	Londonas|Лондон|伦敦|لندن	CA	422324	42.9834	-81.233	2026-12-21T12:53:00Z	America/Toronto
city-343137	Awasa	Awassa|Авасе	ET	422200	7.0621	38.4763	2026-12-21T03:33:00Z	Africa/Addis_Ababa
city-1049261	Chimoio	Šimojas|Шимойо|希莫尤|시모이우	MZ	422046	-19.1164	33.4833	2026-12-21T03:05:00Z	Africa/Maputo
city-1163965	Tando Allahyar	Tando Alahyar	PK	421923	25.4605	68.7174	2026-12-21T02:06:00Z	Asia/Karachi
city-2290486	Daloa	Далоа|達洛亞|ダロア	CI	421871	6.8773	-6.4502	2026-12-21T06:32:00Z	Africa/Abidjan
city-1812749	Dingxi	定西	CN	420614	35.5709	104.623	2026-12-21T00:07:00Z	Asia/Shanghai
city-2234974	Bamenda	Баменды|巴门达|バメンダ	CM	420445	5.9597	10.146	2026-12-21T05:24:00Z	Africa/Douala
city-480060	Tver	Тверь|Twer|Tverė|特维尔|تفير	RU	420065	56.8584	35.9006	2026-12-21T06:12:00Z	Europe/Moscow
city-1566319	Thái Nguyên	Thành Phố Thái Nguyên|Тай-Нгуен	VN	420000	21.5942	105.8482	2026-12-20T23:30:00Z	Asia/Bangkok
city-3664980	Boa Vista	Боа-Виста	BR	419652	2.8197	-60.6733	2026-12-21T10:02:00Z	America/Boa_Vista
city-3662574	Rio Branco	Rio Brankas|Риу-Бранку|里約布蘭科|ريو برانكو	BR	419452	-9.9747	-67.81	2026-12-21T10:08:00Z	America/Rio_Branco
city-5378538	Oakland	Oklandas|Окленд|奥克兰|أوكلاند	US	419267	37.8044	-122.2708	2026-12-21T15:21:00Z	America/Los_Angeles
city-2192362	Christchurch	Ōtautahi|Kraistčerčas|Крайстчёрч|基督城|كرايستشرش	NZ	419200	-43.5333	172.6333	2026-12-20T16:44:00Z	Pacific/Auckland
city-1266122	Korba	कोरबा जिला|Корба	IN	419146	22.3458	82.6963	2026-12-21T01:04:00Z	Asia/Kolkata
city-1851100	Takamatsu	高松市|Takamacu|Такамацу|تاكاماتسو	JP	418994	34.3333	134.05	2026-12-20T22:06:00Z	Asia/Tokyo
city-3449433	Santos	Santosas|Сантос|桑托斯|سانتوس	BR	418608	-23.9608	-46.3336	2026-12-21T08:15:00Z	America/Sao_Paulo
city-3183875	Tirana	Τίρανα|Tiran|Тирана|地拉那	AL	418495	41.3274	19.8187	2026-12-21T06:03:00Z	Europe/Tirane
city-3457381	Mauá	Мауа|毛阿	BR	418261	-23.6678	-46.4614	2026-12-21T08:16:00Z	America/Sao_Paulo
city-4568127	San Juan	San Chuanas|Сан-Хуан|圣胡安|سان خوان	PR	418140	18.4663	-66.1057	2026-12-21T10:52:00Z	America/Puerto_Rico
city-1736309	Alor Setar	Alor Star|亚罗士打|Alor Setaras|Алор-Сетар|ألور ستار	MY	417800	6.121	100.3601	2026-12-20T23:23:00Z	Asia/Kuala_Lumpur
city-7064006	Tongchuan	铜川	CN	417740	34.8988	108.9506	2026-12-20T23:48:00Z	Asia/Shanghai
city-1694611	Pasay	Pasay City	PH	416522	14.5375	121.0014	2026-12-20T22:16:00Z	Asia/Manila
city-3522551	Nuevo Laredo	Novo Laredo|Nuevo Laredas|Нуэво-Ларедо|新拉雷多|ヌエボ・ラレド	MX	416055	27.4763	-99.5164	2026-12-21T13:24:00Z	America/Matamoros
city-1849876	Toyama	Toyama-shi|Тояма	JP	415844	36.7	137.2167	2026-12-20T21:59:00Z	Asia/Tokyo
city-2528910	Tétouan	تطوان|Tetuán|Tetuão|Tetuanas|Тетуан|得土安	MA	415810	35.5784	-5.3684	2026-12-21T07:27:00Z	Africa/Casablanca
city-2657896	Zürich	Zurigo|Zurique|Zurych|Curych|Zürih|Цюрих|苏黎世|زيورخ	CH	415367	47.3667	8.55	2026-12-21T07:10:00Z	Europe/Zurich
city-6947640	Beylikdüzü		TR	415290	40.982	28.6399	2026-12-21T05:27:00Z	Europe/Istanbul
city-1562820	Việt Trì	V'et Tri|Vietri|Вьет Три|فيت تري	VN	415280	21.3227	105.402	2026-12-20T23:31:00Z	Asia/Bangkok
city-3532497	Azcapotzalco	Atzapotzalco|Atzcapotzalco	MX	414711	19.487	-99.1859	2026-12-21T13:06:00Z	America/Mexico_City
city-4174757	Tampa	Тампа|坦帕|تامبا	US	414547	27.9475	-82.4584	2026-12-21T12:17:00Z	America/New_York
city-3456814	Montes Claros	Монтис-Кларус|蒙蒂斯克拉鲁斯	BR	414240	-16.735	-43.8617	2026-12-21T08:20:00Z	America/Sao_Paulo
city-532288	Magnitogorsk	Магнитогорск|Magnitogorskas|马格尼托哥尔斯克|مغنيتاغورسك	RU	413351	53.3981	59.0066	2026-12-21T04:17:00Z	Asia/Yekaterinburg
city-4553433	Tulsa	Талса|圖爾薩|タルサ	US	413066	36.154	-95.9928	2026-12-21T13:31:00Z	America/Chicago
city-1269006	Jhānsi		IN	412927	25.4589	78.5799	2026-12-21T01:27:00Z	Asia/Kolkata
city-3645532	Ciudad Bolívar	Siudad Bolivaras|Сьюдад-Боливар|玻利瓦尔城|シウダ・ボリバル	VE	412619	8.1237	-63.5469	2026-12-21T10:23:00Z	America/Caracas
city-3985241	San Nicolás de los Garza	聖尼古拉斯市	MX	412199	25.7417	-100.3022	2026-12-21T13:23:00Z	America/Monterrey
city-1809152	Guyuan	固原|Гуюань|固原市	CN	411854	36.0067	106.2808	2026-12-21T00:01:00Z	Asia/Shanghai
city-5037649	Minneapolis	Mineápolis|Миннеаполис|明尼阿波利斯|مينيابولس	US	410939	44.98	-93.2638	2026-12-21T13:48:00Z	America/Chicago
city-2082600	Jayapura	Kota Jayapura|Port Numbay|Džajapura|Джаяпура|查雅普拉|ジャヤプラ	ID	410852	-2.5337	140.7181	2026-12-20T20:27:00Z	Asia/Jayapura
city-8629640	Thoothukudi	তুতিকোরিন|तूतुकुडी|Thoothukkudi|Тутикорин	IN	410760	8.7674	78.1342	2026-12-21T00:57:00Z	Asia/Kolkata
city-143083	Ardabīl	اردبیل|Ardebil|Erdebil	IR	410753	38.2498	48.2933	2026-12-21T04:00:00Z	Asia/Tehran
city-1276509	Ballari	Bellary|बेल्लारी|Belaris|Беллари|贝拉里	IN	410445	15.142	76.924	2026-12-21T01:13:00Z	Asia/Kolkata
city-2038120	Chaoyang	朝陽市|Чаоян|차오양 시	CN	410005	41.5703	120.4586	2026-12-20T23:21:00Z	Asia/Shanghai
city-281133	Gaza	غزة|Gazze|Газа|加沙	PS	410000	31.5016	34.4667	2026-12-21T04:37:00Z	Asia/Gaza
city-3457671	Maringá	Маринга|馬林加|マリンガ	BR	409657	-23.4253	-51.9386	2026-12-21T08:38:00Z	America/Sao_Paulo
city-1848313	Yokosuka	横須賀市|Jokosuka|Йокосука|橫須賀市	JP	409478	35.2836	139.6672	2026-12-20T21:46:00Z	Asia/Tokyo
city-353802	Kom Ombo	Ком-Омбо|コム・オンボ	EG	409311	24.4767	32.9463	2026-12-21T04:27:00Z	Africa/Cairo
city-1856177	Nagasaki	長崎市|Nangasaque|Nagaszaki|Nagasakis|Нагасаки|长崎市	JP	409118	32.75	129.8833	2026-12-20T22:18:00Z	Asia/Tokyo
city-1281019	Gujangbagh	和田市|خوتەن شەھىرى|Hotan|Khotan|Ciudad de Jotán|Hoten|Chotan|Хотан	CN	408894	37.1093	79.9343	2026-12-21T01:50:00Z	Asia/Urumqi
city-3981369	Tonalá	Тонала|托納拉	MX	408759	20.6226	-103.2417	2026-12-21T13:25:00Z	America/Mexico_City
city-3703443	Panama City	Panamá|Panama-Stadt|Panama-stad|Панама|巴拿馬城|パナマシティ	PA	408168	8.9936	-79.5197	2026-12-21T11:28:00Z	America/Panama
city-3453643	Piracicaba	Pirasikaba|Пирасикаба|皮拉西卡巴	BR	407252	-22.7253	-47.6492	2026-12-21T08:23:00Z	America/Sao_Paulo
city-204405	Uvira	Увира	CD	407092	-3.3953	29.1378	2026-12-21T03:52:00Z	Africa/Lubumbashi
city-1862540	Hirakata	枚方市|هيراكاتا، أوساكا|히라카타 시	JP	406331	34.8135	135.6491	2026-12-20T22:01:00Z	Asia/Tokyo
city-555312	Ivanovo	Иваново|Iwanowo|Ivanovas|伊万诺沃|إيفانوفو	RU	406113	56.9999	40.9726	2026-12-21T05:53:00Z	Europe/Moscow
city-3644768	Cumaná	Kumana|Кумана|庫馬納|クマナ	VE	405626	10.4639	-64.1786	2026-12-21T10:29:00Z	America/Caracas
city-971421	Newcastle		ZA	404838	-27.758	29.9318	2026-12-21T03:01:00Z	Africa/Johannesburg
city-1842225	Gumi	구미시|Куми|龟尾市	KR	404691	36.1136	128.336	2026-12-20T22:33:00Z	Asia/Seoul
city-2036389	Jixi	鸡西|鷄西|Ťi-si|Dzisi|Kê Tây|Цзиси	CN	403759	45.2932	130.9622	2026-12-20T22:52:00Z	Asia/Shanghai
city-1735634	Kuching	古晉|กูชิง|Kučingas|Кучинг	MY	402738	1.55	110.3333	2026-12-20T22:35:00Z	Asia/Kuching
city-1863641	Gifu	岐阜|Gifu City|Гифу|岐阜市	JP	402557	35.4229	136.7604	2026-12-20T21:58:00Z	Asia/Tokyo
city-3402655	Caruaru	Каруару	BR	402290	-8.2833	-35.9761	2026-12-21T08:04:00Z	America/Recife
city-1792621	Tongling	T’ung-ling-hsien	CN	402062	30.95	117.7833	2026-12-20T23:02:00Z	Asia/Shanghai
city-1682812	Tarlac City	Tarlac	PH	401892	15.4802	120.5979	2026-12-20T22:19:00Z	Asia/Manila
city-1849837	Toyonaka	豊中	JP	401558	34.7824	135.4693	2026-12-20T22:01:00Z	Asia/Tokyo
city-372753	Kassala	كسلا|Kaszala|Statul Kassala|Кассале|卡薩拉	SD	401477	15.451	36.4	2026-12-21T03:56:00Z	Africa/Khartoum
city-1856717	Miyazaki	宮崎|Миядзаки	JP	401339	31.9167	131.4167	2026-12-20T22:10:00Z	Asia/Tokyo
city-3899539	Antofagasta	Антофагаста|安托法加斯塔|أنتوفاغاستا	CL	401096	-23.6509	-70.3975	2026-12-21T09:52:00Z	America/Santiago
city-1276300	Bhāgalpur		IN	400146	25.2445	86.9718	2026-12-21T00:53:00Z	Asia/Kolkata
city-1279290	Agartala	अगरतला|আগরতলা|Agratala|Агартала	IN	400004	23.8361	91.2794	2026-12-21T00:33:00Z	Asia/Kolkata
city-2347209	Bida	Бида	NG	400000	9.0804	6.0099	2026-12-21T05:46:00Z	Africa/Lagos
city-217695	Bunia	Búnya|Буниа|布尼亞	CD	399282	1.5594	30.2522	2026-12-21T03:56:00Z	Africa/Lubumbashi
city-323779	Antakya	Antioche|Antioquía|Antiochia di Siria|Antiochië|Antiochia|Антиохия|安条克|أنطاكية	TR	399045	36.2066	36.1572	2026-12-21T04:42:00Z	Europe/Istanbul
city-10630449	Sunshine Coast	Costa de Sunshine|Costa do Sunshine|Cote du Soleil|Күндүн Чокусу|ساحل آفتابی	AU	398840	-26.6568	153.0796	2026-12-20T18:51:00Z	Australia/Brisbane
city-191245	Kisumu	Кисуму|基蘇木|كيزيمو	KE	397957	-0.1022	34.7617	2026-12-21T03:35:00Z	Africa/Nairobi
city-702658	Luhansk	Луганськ|Луганск|Louhansk|Ługańsk|Loehansk|Luhanszk|Luhanskas|卢甘斯克	UA	397677	48.5681	39.3055	2026-12-21T05:12:00Z	Europe/Kyiv
city-1649150	Bengkulu	Benkulu|Бенгкулу|明古魯市|بنجكولو	ID	397321	-3.8004	102.2655	2026-12-20T22:58:00Z	Asia/Jakarta
city-3648546	Barinas	Barinasas|Баринас|巴里納斯|باريناس	VE	397279	8.6206	-70.231	2026-12-21T10:50:00Z	America/Caracas
city-4281730	Wichita	Vičita|Уичито|威奇托|ويتشيتا	US	396119	37.6922	-97.3375	2026-12-21T13:41:00Z	America/Chicago
city-2558545	Al Hoceïma	الحسيمة|Villa Alhucemas|Al-Husajma	MA	395644	35.2516	-3.9372	2026-12-21T07:20:00Z	Africa/Casablanca
city-3083829	Szczecin	Stettin|Stettino|Estetino|Štětín|Ščecinas|Щецин|什切青|شتتين	PL	395513	53.4289	14.553	2026-12-21T07:15:00Z	Europe/Warsaw
city-3726786	Delmas	Delmas 73	HT	395260	18.5448	-72.3004	2026-12-21T11:17:00Z	America/Port-au-Prince
city-3445026	Vila Velha	Vila Velja|Вила-Велья|韦利亚镇|ヴィラ・ヴェーリャ	BR	394930	-20.3297	-40.2925	2026-12-21T07:58:00Z	America/Sao_Paulo
city-3181928	Bologna	Bologne|Bolonya|Bolonia|Bolonha|Bolonija|Болонья|博洛尼亚|بولونيا	IT	394843	44.4938	11.3387	2026-12-21T06:48:00Z	Europe/Rome
city-11523293	Sejong	세종|Sedżong	KR	394630	36.5924	127.2922	2026-12-20T22:39:00Z	Asia/Seoul
city-740264	Samsun	Samsunas|Самсун|薩姆松|سامسون	TR	394050	41.2798	36.3361	2026-12-21T04:57:00Z	Europe/Istanbul
city-588409	Tallinn	Таллин|Tallin|Tallinna|Talinas|塔林|تالين	EE	394024	59.437	24.7535	2026-12-21T07:17:00Z	Europe/Tallinn
city-149606	Tanga	تنجا|Танга|坦噶	TZ	393429	-5.0689	39.0988	2026-12-21T03:09:00Z	Africa/Dar_es_Salaam
city-379003	El Obeid	الأبي|Al-Ubayyid	SD	393311	13.1842	30.2167	2026-12-21T04:16:00Z	Africa/Khartoum
city-3464739	Diadema	Диадема	BR	393237	-23.6861	-46.6228	2026-12-21T08:16:00Z	America/Sao_Paulo
city-3347939	Lobito	Lobitas|Лобиту|洛比托|ロビト	AO	393079	-12.3644	13.536	2026-12-21T04:38:00Z	Africa/Luanda
city-145531	Saurimo	Сауримо	AO	393000	-9.6608	20.3915	2026-12-21T04:16:00Z	Africa/Luanda
city-3688928	Bello	Beljas|Белла|貝約|Μπέγιο	CO	392939	6.3373	-75.558	2026-12-21T11:08:00Z	America/Bogota
city-3672778	Pasto	Pastas	CO	392930	1.2146	-77.2785	2026-12-21T11:06:00Z	America/Bogota
city-1810458	Gaomi	Kao-mi|Kao-mi-hsien	CN	391986	36.3833	119.7528	2026-12-20T23:08:00Z	Asia/Shanghai
city-3836277	Santa Fe	Ciudad de Santa Fe|Санта-Фе	AR	391164	-31.6488	-60.7087	2026-12-21T08:54:00Z	America/Argentina/Cordoba
city-2282006	San-Pédro	San Pedras|Сан-Педро|聖佩德羅|سان بيدرو	CI	390654	4.7485	-6.6363	2026-12-21T06:29:00Z	Africa/Abidjan
city-2331140	Makurdi	Макурди|马库尔迪|마쿠르디	NG	390000	7.7337	8.5214	2026-12-21T05:34:00Z	Africa/Lagos
city-1633034	Palu	Kota Palu|Пал	ID	389959	-0.9083	119.8708	2026-12-20T21:53:00Z	Asia/Makassar
city-2294915	Takoradi	Takoradze	GH	389114	4.8982	-1.7603	2026-12-21T06:10:00Z	Africa/Accra
city-1606590	Samut Prakan	สมุทรปราการ|Самутпракан|サムットプラーカーン	TH	388920	13.5976	100.5972	2026-12-20T23:36:00Z	Asia/Bangkok
city-4671240	Arlington	Arlingtonas|Арлингтон|阿灵顿|أرلينغتون	US	388125	32.7357	-97.1081	2026-12-21T13:27:00Z	America/Chicago
city-105072	Khamis Mushait	خميس مشيط|Chamis Muschait|Chamis Muszajt|Chamis Mušaitas|Хамис-Мушайт|海米斯穆谢特	SA	387553	18.3	42.7333	2026-12-21T03:36:00Z	Asia/Riyadh
city-3660689	Ambato	Ambatas|Амбато|安巴托|أمباتو	EC	387309	-1.2491	-78.6167	2026-12-21T11:07:00Z	America/Guayaquil
city-3466998	Carapicuíba		BR	386984	-23.5227	-46.835	2026-12-21T08:18:00Z	America/Sao_Paulo
city-3392242	Petrolina	Петролина|彼得羅利納	BR	386791	-9.3986	-40.5008	2026-12-21T08:20:00Z	America/Recife
city-3827598	Ojo de Agua		MX	386290	19.6803	-99.01	2026-12-21T13:06:00Z	America/Mexico_City
city-3352136	Windhoek	Windhuk|Vindhukas|Виндхук|温得和克|ويندهوك	NA	386219	-22.5594	17.0832	2026-12-21T04:04:00Z	Africa/Windhoek
city-2395914	Abomey-Calavi	Абомей-Калави	BJ	385755	6.4485	2.3557	2026-12-21T05:56:00Z	Africa/Porto-Novo
city-2947416	Bochum	Bochumas|Бохум|波鸿|بوخوم	DE	385729	51.4817	7.2165	2026-12-21T07:34:00Z	Europe/Berlin
city-1851483	Suita	吹田市|Суита|سويتا، أوساكا	JP	385567	34.7614	135.5157	2026-12-20T22:01:00Z	Asia/Tokyo
city-1175748	Chak Jhumra	Chak Jumra|Jhumra	PK	385169	31.5681	73.1832	2026-12-21T02:02:00Z	Asia/Karachi
city-310859	Kahramanmaraş	Meres|Qəhrəmanmaraş|Kachramanmarašas|Кахраманмараш|卡赫拉曼馬拉什|مرعش	TR	384953	37.5847	36.9264	2026-12-21T04:43:00Z	Europe/Istanbul
city-12159964	Chongzuo	崇左	CN	384905	22.3816	107.3683	2026-12-20T23:25:00Z	Asia/Shanghai
city-1854376	Okazaki	岡崎市|Окадзаки|أوكازاكي	JP	384654	34.95	137.1667	2026-12-20T21:55:00Z	Asia/Tokyo
city-3514519	Xico	San Miguel Xico	MX	384327	19.2703	-98.9509	2026-12-21T13:05:00Z	America/Mexico_City
city-3526700	Iztacalco	Delegacion de Ixtacalco|Ixtacalco	MX	384326	19.3953	-99.0978	2026-12-21T13:06:00Z	America/Mexico_City
city-1268561	Kākināda	కాకినాడ|Какинада	IN	384182	16.9604	82.2381	2026-12-21T00:55:00Z	Asia/Kolkata
city-3470044	Betim	Бетин|貝廷|ベチン	BR	384000	-19.9678	-44.1983	2026-12-21T08:15:00Z	America/Sao_Paulo
city-2515270	Las Palmas de Gran Canaria	Les Palmes de Gran Canària|Kanaria Handiko Las Palmas|Las Palmas|Лас-Пальмас-де-Гран-Канария|拉斯帕尔马斯|ラス・パルマス・デ・グラン・カナリア	ES	383516	28.1018	-15.4157	2026-12-21T07:49:00Z	Atlantic/Canary
city-1716771	Cotabato	Cotabato City|Котабато|コタバト	PH	383383	7.2236	124.2464	2026-12-20T21:50:00Z	Asia/Manila
city-288764	Bawshar	بوشر	OM	383257	23.5777	58.3998	2026-12-21T02:44:00Z	Asia/Muscat
city-1265014	Latur	लातूर|লাতুর|Латур	IN	382940	18.3972	76.5678	2026-12-21T01:21:00Z	Asia/Kolkata
city-2179537	Wellington	Te Whanga-nui-a-Tara|Velingtonas|Веллингтон|惠灵顿|ويلينغتون	NZ	381900	-41.2866	174.7756	2026-12-20T16:44:00Z	Pacific/Auckland
city-3996322	Mazatlán	Ciudad Mazatlán|Masatlanas|Масатлан|馬薩特蘭|マサトラン	MX	381583	23.2216	-106.4189	2026-12-21T13:43:00Z	America/Mazatlan
city-3466537	Caxias do Sul	Kašijas do Sulas|Кашиас-ду-Сул|南卡希亞斯|カシアス・ド・スル	BR	381270	-29.1681	-51.1794	2026-12-21T08:22:00Z	America/Sao_Paulo
city-520494	Nizhny Tagil	Нижний Тагил	RU	381116	57.9194	59.965	2026-12-21T04:44:00Z	Asia/Yekaterinburg
city-4004330	Irapuato	Irapuatas|Ирапуато|伊拉普阿托|ايرابواتو	MX	380941	20.671	-101.3558	2026-12-21T13:17:00Z	America/Mexico_City
city-1861949	Ichinomiya	一宮市|Owari-ichinomiya|Итиномия|إيتشينوميا	JP	380073	35.3	136.8	2026-12-20T21:57:00Z	Asia/Tokyo
city-359792	Aswān	أسوان|Assouan|Assuan|Asuán|Assuão|Asszuán|Асуан|阿斯旺	EG	379774	24.0908	32.8994	2026-12-21T04:27:00Z	Africa/Cairo
city-3078610	Brno	Brünn|Брно|布爾諾|برنو	CZ	379466	49.1952	16.608	2026-12-21T06:46:00Z	Europe/Prague
city-3470279	Bauru	Бауру|巴烏魯|バウル	BR	379297	-22.3147	-49.0606	2026-12-21T08:29:00Z	America/Sao_Paulo
city-675810	Iaşi	Jászvásár|Jassy|Jasy|Yaş|Jasai|Яссы|雅西|ياش	RO	378954	47.1667	27.6	2026-12-21T05:53:00Z	Europe/Bucharest
city-986822	Krugersdorp	Krugersdorpas|Крюгерсдорпа|克魯格斯多普	ZA	378821	-26.0858	27.7752	2026-12-21T03:14:00Z	Africa/Johannesburg
city-1260482	Pānihāti		IN	378705	22.6909	88.374	2026-12-21T00:42:00Z	Asia/Kolkata
city-1185107	Shibganj	Шибгандж	BD	378701	25.0015	89.3227	2026-12-21T00:43:00Z	Asia/Dhaka
city-3696183	Iquitos	Ikitosas|Икитос|伊基托斯|イキトス	PE	377609	-3.7481	-73.2529	2026-12-21T10:41:00Z	America/Lima
city-1849846	Toyohashi	豊橋市|Тойохаши|豐橋市	JP	377453	34.7667	137.3833	2026-12-20T21:54:00Z	Asia/Tokyo
city-1808212	Hechuan	合川	CN	377213	29.9923	106.2646	2026-12-20T23:46:00Z	Asia/Shanghai
city-3719028	Pétionville	Petyon-Vil	HT	376834	18.5125	-72.2853	2026-12-21T11:17:00Z	America/Port-au-Prince
city-2745912	Utrecht	Utert|Utreque|Utrechtas|Утрехт|乌得勒支|أوترخت	NL	376435	52.0908	5.1222	2026-12-21T07:46:00Z	Europe/Amsterdam
city-1258932	Rajamahendravaram	Rajahmundry|రాజమండ్రి|Раджамандри	IN	376333	17.0052	81.7778	2026-12-21T00:57:00Z	Asia/Kolkata
city-1621177	Yogyakarta	Daerah Istimewa Yogyakarta|Jogjakarta|Džogjakarta|Джокьякарта|日惹|يوجياكرتا	ID	375699	-7.8014	110.3647	2026-12-20T22:19:00Z	Asia/Jakarta
city-1272691	Dhule	ধুলে|धुळे|Дхуле	IN	375559	20.9013	74.7774	2026-12-21T01:33:00Z	Asia/Kolkata
city-1852383	Minato	湊	JP	375339	34.2152	135.1501	2026-12-20T22:01:00Z	Asia/Tokyo
city-2326171	Ondo	Ондо	NG	375000	7.0932	4.8353	2026-12-21T05:47:00Z	Africa/Lagos
city-1258076	Rohtak	रोहतक|রোহতক|Рохтак	IN	374292	28.8945	76.5892	2026-12-21T01:42:00Z	Asia/Kolkata
city-1182682	Bhawana	Banava|Bawana|Bchavana|Бхавана|بهاونا|巴瓦那	PK	373841	31.5688	72.6492	2026-12-21T02:05:00Z	Asia/Karachi
city-958724	Rustenburg	Rustemburgo|Rustenburgas|Рюстенбург|勒斯滕堡|روستنبرغ	ZA	373695	-25.6676	27.2421	2026-12-21T03:17:00Z	Africa/Johannesburg
city-5325738	Bakersfield	Beikersfildas|Бейкерсфилд|贝克斯菲尔德|بيكرسفيلد	US	373640	35.3733	-119.0187	2026-12-21T15:01:00Z	America/Los_Angeles
city-2033574	Xuanhua	张家口市宣化区	CN	373422	40.6121	115.0646	2026-12-20T23:40:00Z	Asia/Shanghai
city-939270	Emalahleni	Witbank|Vitbankas|Эмалахлени|威特班克	ZA	373403	-25.8713	29.2332	2026-12-21T03:08:00Z	Africa/Johannesburg
city-2235189	Bafoussam	Bafusamas|Бафуссама|巴富薩姆|バフーサム	CM	373268	5.4778	10.4176	2026-12-21T05:22:00Z	Africa/Douala
city-1565022	Thủ Dầu Một	土龍木市社|Тхузаумот|トゥーザウモット	VN	373105	10.9804	106.6519	2026-12-20T23:07:00Z	Asia/Ho_Chi_Minh
city-1851002	Takasaki	高崎市|Такасаки|تاكاساكي	JP	372973	36.3333	139.0167	2026-12-20T21:51:00Z	Asia/Tokyo
city-1734810	Seremban	芙蓉市|சிரம்பான்|Серембан	MY	372917	2.7297	101.9381	2026-12-20T23:11:00Z	Asia/Kuala_Lumpur
city-3827408	Miguel Hidalgo	Delegación Miguel Hidalgo	MX	372889	19.4341	-99.2002	2026-12-21T13:06:00Z	America/Mexico_City
city-1856215	Nagano	長野|Нагано	JP	372760	36.65	138.1833	2026-12-20T21:55:00Z	Asia/Tokyo
city-1734199	Tawau	斗湖|தாவாவ்|Тавау	MY	372615	4.2448	117.8911	2026-12-20T22:10:00Z	Asia/Kuching
city-2653822	Cardiff	Caerdydd|Kardifas|Кардифф|加的夫|كارديف	GB	372089	51.48	-3.18	2026-12-21T08:16:00Z	Europe/London
city-1106542	Chitungwiza	Čitungviza|Читунгвиза	ZW	371246	-18.0127	31.0755	2026-12-21T03:17:00Z	Africa/Harare
city-2320576	Umuahia	Умуахия|乌穆阿希亚|우무아히아	NG	370000	5.5249	7.4946	2026-12-21T05:34:00Z	Africa/Lagos
city-3629672	Puerto La Cruz	Puerto de La Cruz|Puerto Cruz|Puerto la Krusas|Пуэрто Ла Круз|拉克魯斯港|بويرتو لا كروز	VE	370000	10.2138	-64.6328	2026-12-21T10:31:00Z	America/Caracas
city-7304020	Fenghuang	Фенхуань	CN	370000	27.9356	109.5996	2026-12-20T23:28:00Z	Asia/Shanghai
city-298299	Uşak	Ušakas|Ушак|烏沙克|أوشاك	TR	369433	38.6735	29.4058	2026-12-21T05:16:00Z	Europe/Istanbul
city-1283613	Bharatpur	भरतपुर|婆羅多布爾|バラトプル	NP	369377	27.6803	84.4365	2026-12-21T01:08:00Z	Asia/Kathmandu
city-3460644	Itaquaquecetuba	Itaquaquicetuba	BR	369275	-23.4861	-46.3483	2026-12-21T08:16:00Z	America/Sao_Paulo
city-7483813	Natore	Nātor|Натор	BD	369138	24.4111	88.9867	2026-12-21T00:43:00Z	Asia/Dhaka
city-353219	6th of October City	Madinat Sittah Uktubar|October 6	EG	368650	29.8167	31.05	2026-12-21T04:47:00Z	Africa/Cairo
city-2644668	Leicester	Caerlŷr|Lesteris|Лестер|莱斯特|لايستر	GB	368600	52.6386	-1.1317	2026-12-21T08:14:00Z	Europe/London
city-2172517	Canberra	Camberra|Kanberra|Kanbera|Канберра|堪培拉|كانبرا	AU	367752	-35.2835	149.1281	2026-12-20T18:45:00Z	Australia/Sydney
city-7535637	Avellaneda	Avel'janeda|Avelaneda|Авельянеда|آویاندا|阿韦亚内达	AR	367554	-34.6602	-58.3674	2026-12-21T08:37:00Z	America/Argentina/Buenos_Aires
city-1855612	Nara-shi	奈良|Nara|Нара|奈良市	JP	367353	34.685	135.8048	2026-12-20T22:00:00Z	Asia/Tokyo
city-3176959	Florence	Firenze|Florenz|Florencia|Florença|Florencja|Флоренция|佛罗伦萨|فلورنسا	IT	367150	43.7792	11.2463	2026-12-21T06:46:00Z	Europe/Rome
city-1279228	Ahilyanagar	Ahmednagar|अहमदनगर|Ahmadnâgar|أحمد نغر	IN	367140	19.0946	74.7384	2026-12-21T01:29:00Z	Asia/Kolkata
city-1259091	Kollam	कोल्लम|কোল্লম|Quilon|Coulão|Квилон	IN	367107	8.8811	76.5847	2026-12-21T01:03:00Z	Asia/Kolkata
city-8537264	Huanggang	黃岡|Chuang-kang|Hoàng Cương|Хуанган|黄岡市	CN	366769	30.4514	114.8704	2026-12-20T23:13:00Z	Asia/Shanghai
city-3393536	Olinda	Олинда|奧林達|オリンダ	BR	366754	-8.0089	-34.8553	2026-12-21T08:00:00Z	America/Recife
city-2654993	Bradford	Bradfordas|Брадфорд|布拉德福德|برادفورد	GB	366187	53.7939	-1.7521	2026-12-21T08:23:00Z	Europe/London
city-1626381	Sukabumi	Kota Sukabumi|Сукабуми|蘇加武眉	ID	365735	-6.9181	106.9267	2026-12-20T22:34:00Z	Asia/Jakarta
city-1275637	Bilāspur	Биласпура	IN	365579	22.08	82.1554	2026-12-21T01:06:00Z	Asia/Kolkata
city-5150529	Cleveland	Klivlandas|Кливленд|克利夫兰|كليفلاند	US	365379	41.4995	-81.6954	2026-12-21T12:50:00Z	America/New_York
city-2318123	Yenagoa	Jenagoa|Yenaqoa|Yenegoa|Йенагоа|ينагوا	NG	365000	4.9268	6.2676	2026-12-21T05:38:00Z	Africa/Lagos
city-3630297	Petare	Петаре|佩塔雷|ペタレ	VE	364684	10.4768	-66.8079	2026-12-21T10:40:00Z	America/Caracas
city-1817990	Anqiu	An-ch'iu|An-ch'iu-hsien|An-kiu	CN	364208	36.4342	119.1925	2026-12-20T23:11:00Z	Asia/Shanghai
city-324190	Alanya	Alanija|Аланья|阿拉尼亚|ألانيا	TR	364180	36.5438	31.9998	2026-12-21T05:00:00Z	Europe/Istanbul
city-1172128	Larkana	Ларкане	PK	364033	27.559	68.212	2026-12-21T02:13:00Z	Asia/Karachi
city-379062	Al Qadarif	القضارف|Gedaref|Gadarif|Gadaref|Al-Kadarif|El-Gadarif|Гедареф|加达里夫	SD	363945	14.0349	35.3834	2026-12-21T03:57:00Z	Africa/Khartoum
city-627904	Hrodna	Гродна|Гродно|Goradnia|Grodno|Gardinas|格罗德诺	BY	363718	53.6758	23.8289	2026-12-21T06:40:00Z	Europe/Minsk
city-1647003	Cibinong	Сибинонге	ID	363424	-6.4817	106.8542	2026-12-20T22:35:00Z	Asia/Jakarta
city-1169116	Nawabshah		PK	363138	26.2394	68.4037	2026-12-21T02:09:00Z	Asia/Karachi
city-4335045	New Orleans	Nueva Orleans|La Nouvelle-Orléans|Nova Orleães|Nowy Orlean|Naujasis Orleanas|Новый Орлеан|新奥尔良|نيو أورلينز	US	362701	29.9547	-90.0751	2026-12-21T12:52:00Z	America/Chicago
city-1678228	Keelung	Ke-lâng-chhī|Kî-lùng-sṳ|Chilung|Ťi-lung|Cơ Long|Ши-лун|كي لنغ|基隆市	TW	362487	25.1309	121.7409	2026-12-20T22:34:00Z	Asia/Taipei
city-2692969	Malmö	Мальмё|马尔莫|マルメ	SE	362133	55.6059	13.0007	2026-12-21T07:35:00Z	Europe/Stockholm
city-1805029	Jizhou	Chi|Chi-chou|Chi-hsien|冀州	CN	362013	37.5505	115.5687	2026-12-20T23:28:00Z	Asia/Shanghai
city-2187404	Manukau City	Manukau	NZ	362000	-36.9928	174.8799	2026-12-20T16:57:00Z	Pacific/Auckland
city-2441291	Maradi	Maradis|Маради|マラディ|마라디	NE	361702	13.5	7.1017	2026-12-21T05:50:00Z	Africa/Niamey
city-1182092	Burewala		PK	361664	30.1667	72.65	2026-12-21T02:01:00Z	Asia/Karachi
city-6947637	Ataşehir		TR	361615	40.9833	29.1167	2026-12-21T05:25:00Z	Europe/Istanbul
city-3469968	Blumenau	Блуменау|布盧梅瑙|بلوميناو	BR	361261	-26.9194	-49.0661	2026-12-21T08:19:00Z	America/Sao_Paulo
city-1170395	Mingora	مینگورہ|ਮਿੰਗੋਰਾ|Мингора	PK	361112	34.7795	72.3627	2026-12-21T02:14:00Z	Asia/Karachi
city-2805753	Wuppertal	Vupertalis|Вупперталь|伍珀塔尔|فوبرتال	DE	360797	51.2563	7.1482	2026-12-21T07:33:00Z	Europe/Berlin
city-2014407	Ulan-Ude	Улан-Удэ|Ułan-Ude|Oelan-Oede|烏蘭烏德|ウラン・ウデ	RU	360278	51.8265	107.5998	2026-12-21T00:54:00Z	Asia/Irkutsk
city-2338400	Ijebu Ode		NG	360000	6.8194	3.9173	2026-12-21T05:50:00Z	Africa/Lagos
city-11694038	Huocheng	霍城县	CN	360000	44.053	80.8717	2026-12-21T02:08:00Z	Asia/Urumqi
city-932505	Maseru	Масеру|马塞卢|ماسيرو	LS	359753	-29.3167	27.4833	2026-12-21T03:07:00Z	Africa/Maseru
city-1275960	Bhilwara		IN	359483	25.3471	74.6408	2026-12-21T01:42:00Z	Asia/Kolkata
city-5412347	Aurora	Аврора|奥罗拉|أورورا	US	359407	39.7294	-104.8319	2026-12-21T14:17:00Z	America/Denver
city-620127	Vitebsk	Віцебск|Витебск|Wizebsk|Vicebsk|Witebsk|Vicebszk|Vitsebsk|维捷布斯克	BY	358927	55.1904	30.2049	2026-12-21T06:23:00Z	Europe/Minsk
city-3463011	Franca	Франко|弗朗卡|フランカ	BR	358539	-20.5386	-47.4008	2026-12-21T08:26:00Z	America/Sao_Paulo
city-7628419	Sultanbeyli		TR	358201	40.9607	29.2707	2026-12-21T05:24:00Z	Europe/Istanbul
city-1516905	Taraz	Тараз|Taras|Tarazas|塔拉兹|طراز	KZ	358153	42.898	71.3733	2026-12-21T02:42:00Z	Asia/Almaty
city-1832828	Yangsan	양산|Jangsan|Янсан|梁山市	KR	358074	35.342	129.0336	2026-12-20T22:28:00Z	Asia/Seoul
city-1689395	San Jose del Monte	Lungsod ng San Jose del Monte|San Jose del Monte City|Сан-Хосе-дель-Монте|산호세델몬테	PH	357828	14.8139	121.0453	2026-12-20T22:16:00Z	Asia/Manila
city-1948005	Gwangmyeong	Kwangmyong|光明市	KR	357545	37.4772	126.8664	2026-12-20T22:43:00Z	Asia/Seoul
city-111453	Zanjan	زنجان|Зенджан	IR	357471	36.6764	48.4963	2026-12-21T03:54:00Z	Asia/Tehran
city-3673899	Neiva	Нейва	CO	357392	2.93	-75.2797	2026-12-21T11:00:00Z	America/Bogota
city-2112539	Iwaki	いわき市|Иваки|磐城市	JP	357309	37.05	140.8833	2026-12-20T21:46:00Z	Asia/Tokyo
city-473247	Vladimir	Владимир|Улатимĕр|Wladimir|Władymir|Vlagyimir|Vladimiras|弗拉基米尔	RU	357024	56.1385	40.3998	2026-12-21T05:49:00Z	Europe/Moscow
city-1026014	Tete	Vila-de-Santiago-Maior|Тете|太特|テテ	MZ	357000	-16.1564	33.5867	2026-12-21T03:11:00Z	Africa/Maputo
city-1729524	Bacoor	Lungsod ng Bacoor|Бакоор	PH	356974	14.459	120.9385	2026-12-20T22:16:00Z	Asia/Manila
city-1926004	Wakayama	和歌山市|Вакаяма	JP	356729	34.2333	135.1667	2026-12-20T22:01:00Z	Asia/Tokyo
city-1275198	Brahmapur	ब्रह्मपुर|ব্রহ্মপুর|Brahmapuras|Берхампур	IN	356598	19.3115	84.7929	2026-12-21T00:50:00Z	Asia/Kolkata
city-3402429	Caucaia	Soure	BR	355679	-3.7361	-38.6531	2026-12-21T08:22:00Z	America/Fortaleza
city-2214846	Misratah	مصراتة|Al Misratah|Misrata|Мисурата	LY	355657	32.3753	15.0925	2026-12-21T05:57:00Z	Africa/Tripoli
city-3348078	Cuíto	Kuito|Куито	AO	355423	-12.3833	16.9333	2026-12-21T04:24:00Z	Africa/Luanda
city-3827406	Benito Juarez		MX	355017	19.3984	-99.1577	2026-12-21T13:06:00Z	America/Mexico_City
city-1519922	Kyzylorda	Qızılorda|Кызылорда|Qysylorda|Qyzylorda|Kyzyłorda|Kızılorda|克孜勒奧爾達|كيزيلوردا	KZ	354800	44.8528	65.5092	2026-12-21T03:12:00Z	Asia/Qyzylorda
city-1164776	Sinjhoro	Sinjihoro|سنجھورو	PK	354709	26.0301	68.8087	2026-12-21T02:07:00Z	Asia/Karachi
city-1859740	Kawagoe	川越市|Кавагоэ|كاواغويه	JP	354571	35.9086	139.4853	2026-12-20T21:48:00Z	Asia/Tokyo
city-1850910	Takatsuki	高槻市	JP	354468	34.8483	135.6168	2026-12-20T22:01:00Z	Asia/Tokyo
city-1262330	Muzaffarpur	Mouzafarpour|Muzafarpur|Muzafarpura|Музафарпур|مظفر پور|穆扎夫法尔普尔	IN	354462	26.1226	85.3906	2026-12-21T01:01:00Z	Asia/Kolkata
city-3516266	Tapachula	Тапачуле|塔帕丘拉	MX	353706	14.9054	-92.2589	2026-12-21T12:30:00Z	America/Merida
city-3514670	Villahermosa	Viljahermosa|Вильяэрмоса|比亚埃尔莫萨|فيلاهيرموسا	MX	353577	17.9862	-92.9393	2026-12-21T12:38:00Z	America/Merida
city-625665	Mahilyow	Магілёў|Могилёв|Mogilev|Moguilev|Mahiljou|Maguilov|Mahilëŭ	BY	352896	53.9088	30.3404	2026-12-21T06:15:00Z	Europe/Minsk
city-141681	Bandar Abbas	بندر عباس|Bender Ebbas|Bandar-e Abbas|Bandar-Abbász|Bender Abbas|Bandare Abasas|Бендер-Аббас|阿巴斯港	IR	352173	27.1865	56.2808	2026-12-21T03:00:00Z	Asia/Tehran
city-291074	Ras Al Khaimah	رأس الخيمة|Ras el Khaïmah|Ra’s al-Chaima|Рас-эль-Хайма	AE	351943	25.7895	55.9432	2026-12-21T02:58:00Z	Asia/Dubai
city-3647651	Cabimas	Kabimasas|Кабимас|卡維馬斯|كابيماس	VE	351736	10.3991	-71.4521	2026-12-21T10:58:00Z	America/Caracas
city-1640344	Kendari	Kota Kendari|Kendaris|Кендари|肯達里|ケンダリ	ID	351085	-3.9778	122.5151	2026-12-20T21:37:00Z	Asia/Makassar
city-5856195	Honolulu	Гонолулу|檀香山|هونولولو	US	350964	21.3069	-157.8583	2026-12-21T17:04:00Z	Pacific/Honolulu
city-5323810	Anaheim	Anaheimas|Анахайм|阿納海姆|آناهايم	US	350742	33.8353	-117.9145	2026-12-21T14:53:00Z	America/Los_Angeles
city-299817	Tarsus	Tarse|Tarso|Tars|Tarsas|Тарсус|大數|طرسوس	TR	350732	36.9177	34.8928	2026-12-21T04:49:00Z	Europe/Istanbul
city-342884	Bahir Dar	ባሕር-ዳር|Baher Dar|Bahar Dar|Bahyr Dar|Бахр-Дар|巴赫達爾	ET	350000	11.5936	37.3908	2026-12-21T03:45:00Z	Africa/Addis_Ababa
city-1259239	Punāsa		IN	350000	22.2351	76.3933	2026-12-21T01:29:00Z	Asia/Kolkata
city-3452465	Praia Grande	Прайя-Гранди|大普拉亚	BR	349935	-24.0058	-46.4028	2026-12-21T08:15:00Z	America/Sao_Paulo
city-1028434	Quelimane	Kelimanė|Келимане|克利馬內|ケリマネ	MZ	349842	-17.8786	36.8883	2026-12-21T02:54:00Z	Africa/Maputo
city-581049	Arkhangel’sk	Архангельск|Arkangeli	RU	349742	64.5461	40.5518	2026-12-21T07:19:00Z	Europe/Moscow
city-1262332	Muzaffarnagar	मुज़फ़्फ़र नगर|मुझफ्फरनगर|穆扎法尔纳加尔	IN	349706	29.4709	77.7033	2026-12-21T01:39:00Z	Asia/Kolkata
city-1645133	Dumai	Kota Dumai|Думай	ID	349389	1.6671	101.4432	2026-12-20T23:11:00Z	Asia/Jakarta
city-2451185	Sikasso	Sikasas|Сикасо|錫卡索|سيكاسو	ML	349324	11.3176	-5.6665	2026-12-21T06:37:00Z	Africa/Bamako
city-117574	Sanandaj	سِنَّ|Sine|Sanandij|Sanandadsch|Sanandadż|Senendec|Сенендедж|萨南达季	IR	349176	35.315	46.9988	2026-12-21T03:57:00Z	Asia/Tehran
city-2025339	Chita	Чита|Tchita|Tschita|Tšita|赤塔|チタ	RU	349005	52.0431	113.4917	2026-12-21T00:32:00Z	Asia/Chita
city-1688749	San Pedro		PH	348968	14.3595	121.0473	2026-12-20T22:15:00Z	Asia/Manila
city-3403642	Campina Grande	Kampina Grandė|Кампина-Гранде|大坎皮納|カンピナグランデ	BR	348936	-7.2306	-35.8811	2026-12-21T08:05:00Z	America/Fortaleza
city-2521978	Alicante	Alacant|Alikantė|Аликанте|阿利坎特|أليكانتي	ES	348901	38.3452	-0.4815	2026-12-21T07:15:00Z	Europe/Madrid
city-2388873	Bimbo	Bimo|Бимбо|بمبو	CF	348802	4.2567	18.4158	2026-12-21T04:48:00Z	Africa/Bangui
city-2655984	Belfast	Belffast|Beul-Feirste|Belfastas|Белфаст|贝尔法斯特|بلفاست	GB	348005	54.5968	-5.9254	2026-12-21T08:44:00Z	Europe/London
city-3566067	Camagüey	Камагуэй|カマグエイ	CU	347562	21.3808	-77.9169	2026-12-21T11:45:00Z	America/Havana
city-1813206	Daye	Ta-ye-li|Ta-yeh|Ta-yeh-ch'eng	CN	347406	30.0833	114.95	2026-12-20T23:12:00Z	Asia/Shanghai
city-3128026	Bilbao	Bilbo|Bilbau|Бильбао|毕尔巴鄂|بلباو	ES	347342	43.2627	-2.9253	2026-12-21T07:40:00Z	Europe/Madrid
city-1651531	Ambon	Kota Ambon|Ambon City|Ambonas|Амбон|安汶|أمبون	ID	347288	-3.6958	128.1833	2026-12-20T21:15:00Z	Asia/Jayapura
city-629634	Brest	Берасьце|Брест|Brześć|Breszt|Brestas|布列斯特	BY	347138	52.1089	23.7175	2026-12-21T06:31:00Z	Europe/Minsk
city-2038067	Chifeng	赤峰|Tschiföng|Čch’-feng|Xích Phong|Чифэн|赤峰市	CN	346654	42.2683	118.9636	2026-12-20T23:29:00Z	Asia/Shanghai
city-3435217	Corrientes	Ciudad de Corrientes|Korjentesas|Корриентес|科连特斯|كورينتس	AR	346334	-27.4678	-58.8344	2026-12-21T08:57:00Z	America/Argentina/Cordoba
city-1877030	Hŭngnam	흥람	KP	346082	39.842	127.6321	2026-12-20T22:47:00Z	Asia/Pyongyang
city-1278130	Avadi	Авади	IN	345996	13.1147	80.1098	2026-12-21T00:57:00Z	Asia/Kolkata
city-12277239	Yunlong		CN	345393	34.2528	117.2517	2026-12-20T23:13:00Z	Asia/Shanghai
city-1858729	Koshigaya	越谷市|Косигая|كوشيغايا	JP	345353	35.8903	139.7892	2026-12-20T21:47:00Z	Asia/Tokyo
city-2652221	Coventry	Koventris|Ковентри|考文垂|كوفنتري	GB	345324	52.4066	-1.5122	2026-12-21T08:14:00Z	Europe/London
city-578072	Belgorod	Белгород|Biełgorod|Belgorodas|别尔哥罗德|بيلغورود	RU	345289	50.6034	36.5809	2026-12-21T05:32:00Z	Europe/Moscow
city-1053384	Toamasina	Туамасина|图阿马西纳|トゥアマシナ	MG	345107	-18.1492	49.4023	2026-12-21T02:04:00Z	Indian/Antananarivo
city-7281838	Logan City	Logan|Città di Logan|洛根市|لوغان سيتي	AU	345098	-27.6392	153.1094	2026-12-20T18:48:00Z	Australia/Brisbane
city-1853574	Ōtsu	大津市|Ócu|Оцу|أوتسو	JP	345070	35.0	135.8667	2026-12-20T22:00:00Z	Asia/Tokyo
city-371760	Kosti	ربك|Kūstī|Кусти	SD	345068	13.1629	32.6635	2026-12-21T04:07:00Z	Africa/Khartoum
city-2035261	Qitaihe	太和	CN	345033	45.768	130.9953	2026-12-20T22:54:00Z	Asia/Shanghai
city-290030	Doha	الدوحة|Ad-Dauha|Dauhá|Доха|多哈	QA	344939	25.2855	51.531	2026-12-21T03:15:00Z	Asia/Qatar
city-1273800	Kadapa	కడప|கடப்பா|Cuddapah	IN	344893	14.48	78.8235	2026-12-21T01:04:00Z	Asia/Kolkata
city-1646170	Cirebon	Kota Cirebon|Чиребон|井裡汶|سيريبون	ID	344851	-6.7063	108.557	2026-12-20T22:28:00Z	Asia/Jakarta
city-3625829	Turmero	Turmeras|Турмеро|圖爾梅羅	VE	344700	10.2286	-67.4742	2026-12-21T10:42:00Z	America/Caracas
city-1850181	Tokorozawa	所沢市|Токородзава|所澤市	JP	344194	35.7992	139.469	2026-12-20T21:48:00Z	Asia/Tokyo
city-1721906	Cabanatuan City	Lungsod ng Cabanatuan|Cabanatuan	PH	343672	15.4859	120.9665	2026-12-20T22:18:00Z	Asia/Manila
city-1785716	Pizhou	P'ei-hsien|Peixian|Yun-ho	CN	343421	34.3114	117.9503	2026-12-20T23:10:00Z	Asia/Shanghai
city-338832	Dire Dawa	ድሬዳዋ|Dire Daua|Диредавы|ديرة داوا	ET	343000	9.5931	41.8661	2026-12-21T03:23:00Z	Africa/Addis_Ababa
city-2506999	Annaba	عنابة|Anaba|Аннаба|安纳巴	DZ	342703	36.9	7.7667	2026-12-21T06:38:00Z	Africa/Algiers
city-2990440	Nice	Nisa|Niça|Nizza|Niza|Nicea|Ницца|尼斯|نيس	FR	342669	43.7031	7.2661	2026-12-21T07:01:00Z	Europe/Paris
city-1711084	Iligan	Lungsod ng Iligan|伊利甘|イリガン|일리간	PH	342618	8.2289	124.2434	2026-12-20T21:51:00Z	Asia/Manila
city-3667849	Soledad		CO	342556	10.9184	-74.7646	2026-12-21T11:12:00Z	America/Bogota
city-2529013	Temara	Kasba Temara	MA	342345	33.9287	-6.9066	2026-12-21T07:29:00Z	Africa/Casablanca
city-3392740	Paulista	Паулиста	BR	342167	-7.9408	-34.8731	2026-12-21T08:00:00Z	America/Recife
city-1265767	Kukatpally	Kūkatpalli	IN	341709	17.4849	78.4138	2026-12-21T01:12:00Z	Asia/Kolkata
city-1794479	Laixi	Lai-hsi|Laixi Shi|Shui-chi	CN	341470	36.8592	120.5269	2026-12-20T23:07:00Z	Asia/Shanghai
city-96994	Dihok	دَهُکْ|دهۆک|Duhok|Dohuk	IQ	340900	36.8661	42.9879	2026-12-21T04:17:00Z	Asia/Baghdad
city-553915	Kaluga	Калуга|Kalouga|Kaługa|Kaloega|卡盧加|كالوغا	RU	340851	54.5306	36.27	2026-12-21T05:55:00Z	Europe/Moscow
city-4014875	Celaya	Selaja|Селая|塞拉亞|سيلايا	MX	340387	20.5218	-100.814	2026-12-21T13:15:00Z	America/Mexico_City
city-2411989	Serekunda	Serrekunda|سيريكوندا|セレクンダ	GM	340000	13.4383	-16.6781	2026-12-21T07:25:00Z	Africa/Banjul
city-702320	Makiyivka	Макіївка|Макеевка|Makijivka	UA	338968	48.0478	37.9258	2026-12-21T05:15:00Z	Europe/Kyiv
city-3529947	Cuernavaca	Kuernavaka|Куэрнавака|庫埃納瓦卡|クエルナバカ	MX	338650	18.9261	-99.2308	2026-12-21T13:05:00Z	America/Mexico_City
city-6066513	Markham	Маркем|萬錦市|ماركام	CA	338503	43.8668	-79.2663	2026-12-21T12:48:00Z	America/Toronto
city-1876373	Kaesŏng	개성시|Kesongas|Кэсон|开城特级市	KP	338155	37.9708	126.5544	2026-12-20T22:46:00Z	Asia/Pyongyang
city-3445839	Uberaba	Убераба|烏貝拉巴	BR	337836	-19.7483	-47.9319	2026-12-21T08:30:00Z	America/Sao_Paulo
city-1185098	Tungi	টঙ্গী|Tongi	BD	337579	23.8915	90.4023	2026-12-21T00:36:00Z	Asia/Dhaka
city-963241	Randburg	Randburga|Randburgas|Rantmpournk|Рандбург|راندبورج|兰德堡	ZA	337053	-26.0941	28.0012	2026-12-21T03:13:00Z	Africa/Johannesburg
city-2537881	Safi	آسفي|ⴰⵙⴼⵉ|Safim|Asfi|Сафи	MA	336883	32.2994	-9.2372	2026-12-21T07:34:00Z	Africa/Casablanca
city-693805	Simferopol	Сімферополь|Симферополь|Sinferopoli|Symferopol|Szimferopol|Akmescit|Simferopolis|辛菲罗波尔	UA	336460	44.9572	34.1108	2026-12-21T05:18:00Z	Europe/Simferopol
city-765876	Lublin	Lublino|Liublinas|Люблин|卢布林|لوبلين	PL	336339	51.2506	22.5701	2026-12-21T06:31:00Z	Europe/Warsaw
city-3621849	San José	San José de Costa Rica|San Chosė|Сан-Хосе|聖荷西|سان خوسيه	CR	335007	9.9339	-84.0849	2026-12-21T11:48:00Z	America/Costa_Rica
city-4167147	Orlando	Orlandas|Орландо|奥兰多|أورلاندو	US	334854	28.5383	-81.3792	2026-12-21T12:14:00Z	America/New_York
city-3868121	Viña del Mar	Vinja del Maras|Винья-дель-Мар|比尼亚德尔马|فينيا ديل مار	CL	334248	-33.0246	-71.5518	2026-12-21T09:34:00Z	America/Santiago
city-2034439	Tieling	鐵嶺|Телин|鉄嶺市	CN	333907	42.2931	123.8414	2026-12-20T23:10:00Z	Asia/Shanghai
city-119505	Qazvin	قزوین|Qazwên|Kazwin|Kazvín|Kazvinas|Казвин|加兹温	IR	333635	36.2688	50.0041	2026-12-21T03:47:00Z	Asia/Tehran
city-2130629	Asahikawa	旭川|Asahikava|Асахикава|旭川市	JP	333530	43.7706	142.3649	2026-12-20T22:01:00Z	Asia/Tokyo
city-1268257	Kāmārhāti	Kamarhatty	IN	332965	22.6711	88.3747	2026-12-21T00:42:00Z	Asia/Kolkata
city-3981941	Tepic	Tepikas|Тепик|特皮克|テピク	MX	332863	21.5073	-104.8933	2026-12-21T13:33:00Z	America/Mazatlan
city-1833105	Wŏnju	원주시|Вонджу	KR	332849	37.3514	127.9453	2026-12-20T22:38:00Z	Asia/Seoul
city-364103	Wad Medani	ود مدني|Wad Madani	SD	332714	14.4012	33.5199	2026-12-21T04:06:00Z	Africa/Khartoum
city-601294	Nukus	Нукус|Noukous|Nukusas|努库斯|نكوص	UZ	332500	42.4586	59.6058	2026-12-21T03:27:00Z	Asia/Samarkand
city-1857843	Maebashi	前橋市|Maebaši|Маэбаси|마에바시 시	JP	332149	36.4	139.0833	2026-12-20T21:51:00Z	Asia/Tokyo
city-3530580	Ciudad Victoria	Siudad Viktorija|Victoria|Сьюдад-Виктория|維多利亞城|シウダービクトリア	MX	332100	23.7406	-99.1436	2026-12-21T13:14:00Z	America/Monterrey
city-3982912	Soledad de Graciano Sánchez	Diaz Gutierrez|Diez Gutierrez|Soledad Diaz Gutierrez	MX	332072	22.1891	-100.9379	2026-12-21T13:18:00Z	America/Mexico_City
city-1859146	Kochi	Kōchi-shi|Кочин	JP	332059	33.55	133.5333	2026-12-20T22:06:00Z	Asia/Tokyo
city-2949186	Bielefeld	Bylefeldas|Билефельд|比勒费尔德|بيليفيلد	DE	331906	52.0333	8.5333	2026-12-21T07:32:00Z	Europe/Berlin
city-2503769	Blida	البليدة|Al-Bulajda|Buleyde|Блида|卜利达	DZ	331779	36.47	2.8277	2026-12-21T06:57:00Z	Africa/Algiers
city-1701947	Mandaue City	Lungsod ng Mandaue	PH	331320	10.3236	123.9222	2026-12-20T21:56:00Z	Asia/Manila
city-586523	Ganja	Gəncə|Гянджа|Gandja|Gäncä|Gandża|Gändzjä|占贾|كنجه	AZ	330663	40.6816	46.3613	2026-12-21T04:15:00Z	Asia/Baku
city-127319	Khorramshahr	بندر خرمشهر|Chorramschahr|Jorramchar|Chorramszahr|Koramsjar|Chorramšahr|Хорремшехр|霍拉姆沙赫尔	IR	330606	30.4408	48.1843	2026-12-21T03:40:00Z	Asia/Tehran
city-2946447	Bonn	Bona|Бонн|波恩|بون	DE	330579	50.7344	7.0955	2026-12-21T07:31:00Z	Europe/Berlin
city-1263364	Mathura	मथुरा|మథుర|Matura|Матхура	IN	330511	27.5035	77.6722	2026-12-21T01:35:00Z	Asia/Kolkata
city-12358476	Hechi	河池市	CN	330131	24.6928	108.0838	2026-12-20T23:27:00Z	Asia/Shanghai
city-3102014	Bydgoszcz	Bydhošť|Bydgoščius|Быдгощ|比得哥什|بيدغوشتش	PL	330038	53.1235	18.0076	2026-12-21T07:00:00Z	Europe/Warsaw
city-491687	Smolensk	Смоленск|Смулен|Szmolenszk|Smolenskas|斯摩棱斯克	RU	330025	54.7783	32.0509	2026-12-21T06:13:00Z	Europe/Moscow
city-608668	Oral	Орал|Уральск|Oural|Uralsk|Oralas|烏拉爾	KZ	330000	51.246	51.4256	2026-12-21T04:36:00Z	Asia/Oral
city-3448136	São Vicente	San Visentė|Сан-Висенти|聖維森特市|상비센치	BR	329911	-23.9631	-46.3919	2026-12-21T08:15:00Z	America/Sao_Paulo
city-127349	Khorramabad	Khur Ramabad|Khurramobod|Хуррамобод|خرم آباد	IR	329825	33.4878	48.3558	2026-12-21T03:46:00Z	Asia/Tehran
city-3451353	Ribeirão das Neves	Neves|Nevez	BR	329794	-19.7669	-44.0867	2026-12-21T08:14:00Z	America/Sao_Paulo
city-3583096	Soyapango	Sojapangas|Сояпанго|索亞潘戈	SV	329708	13.7102	-89.1399	2026-12-21T12:15:00Z	America/El_Salvador
city-1787824	Tongshan	徐州|شۈجو شەھىرى|Xuzhou|Сюйчжоу	CN	329661	34.1805	117.1571	2026-12-20T23:13:00Z	Asia/Shanghai
city-3448632	São José dos Pinhais	Сан-Жозе-дус-Пиньяйс|聖若澤杜斯皮尼艾斯	BR	329628	-25.5302	-49.2084	2026-12-21T08:23:00Z	America/Sao_Paulo
city-728193	Plovdiv	Пловдив|Filibe|Plowdiw|Filippopoli|Płowdiw|Plovdivas|普罗夫迪夫|بلوفديف	BG	329489	42.1539	24.75	2026-12-21T05:46:00Z	Europe/Sofia
city-4013704	Ciudad Obregón	Siudad Obregonas|Сьюдад-Обрегон|奧夫雷貢城|シウダ・オブレゴン	MX	329404	27.4864	-109.9408	2026-12-21T14:06:00Z	America/Hermosillo
city-1866923	Wŏnsan	원산시|Vonsanas|Вонсан|元山市	KP	329207	39.1528	127.4436	2026-12-20T22:46:00Z	Asia/Pyongyang
city-1520240	Pavlodar	Павлодар|Pawlodar|Pawłodar|Pavlodaras|巴甫洛達爾|بافلودار	KZ	329002	52.276	76.9688	2026-12-21T02:59:00Z	Asia/Almaty
city-1274693	Chānda	चन्द्रपुर|চন্দ্রপুর|Ćandrapur|Чандрапур	IN	328351	19.9508	79.2952	2026-12-21T01:13:00Z	Asia/Kolkata
city-3467467	Canoas	Kanoasas|Каноас|卡諾阿斯|カノアス	BR	328291	-29.9178	-51.1836	2026-12-21T08:20:00Z	America/Sao_Paulo
city-2112141	Kōriyama	郡山市|Корияма|كورياما	JP	327692	37.4	140.3833	2026-12-20T21:49:00Z	Asia/Tokyo
city-491422	Sochi	Сочи|Sotchi|Sotschi|Soczi|Sotsji|Sotši|索契|ソチ	RU	327608	43.597	39.7248	2026-12-21T04:51:00Z	Europe/Moscow
city-324496	Aksaray	Aksarajus|Аксарай|阿克萨赖|آق سراي	TR	327575	38.3725	34.0254	2026-12-21T04:57:00Z	Europe/Istanbul
city-1275701	Vijayapura	Bijapur|बीजापुर|Bidźapur|Bídzsápur|Vijapura|Bidžapuras|Биджапур|比贾布尔	IN	327427	16.8244	75.7154	2026-12-21T01:21:00Z	Asia/Kolkata
city-918702	Chipata	Čipata|Чипата|奇帕塔|Τσιπάτα	ZM	327059	-13.6333	32.65	2026-12-21T03:19:00Z	Africa/Lusaka
city-2044757	Chongjin	청진시|Čchongdžin|Cshongdzsin|Čondžinas|Чхончжине|清津市	KP	327000	41.7956	129.7758	2026-12-20T22:45:00Z	Asia/Pyongyang
city-2033467	Yanji	延吉市|Diên Cát|Яньцзи|يانجي	CN	326957	42.8882	129.5024	2026-12-20T22:49:00Z	Asia/Shanghai
city-936374	Roodepoort	Rodeportas|Rodipoto|Roodeport-Maraisburg|Рудепурт|روديبورت|魯德普特	ZA	326416	-26.1625	27.8725	2026-12-21T03:13:00Z	Africa/Johannesburg
city-3693345	Pucallpa	Pukalpa|Пукальпа|普卡尔帕|プカルバ	PE	326040	-8.3791	-74.5539	2026-12-21T10:38:00Z	America/Lima
city-3457001	Mogi das Cruzes	Mogy das Cruzes|Moji das Cruzes	BR	325746	-23.5228	-46.1883	2026-12-21T08:15:00Z	America/Sao_Paulo
city-2519240	Córdoba	Còrdova|Kordoba|Cordoue|Кордова|科爾多瓦|قرطبة	ES	325708	37.8916	-4.7728	2026-12-21T07:31:00Z	Europe/Madrid
city-2655613	Birkenhead	Penbedw|Berkenhedas|Биркенхед|バーケンヘッド|버컨헤드	GB	325264	53.3934	-3.0148	2026-12-21T08:25:00Z	Europe/London
city-2990969	Nantes	Naoned|Нант|南特|نانت	FR	325070	47.2172	-1.5534	2026-12-21T07:50:00Z	Europe/Paris
city-2337704	Ilesa	Ilesha	NG	325000	7.6279	4.7416	2026-12-21T05:49:00Z	Africa/Lagos
city-1631766	Pekalongan	Kota Pekalongan	ID	324564	-6.8886	109.6753	2026-12-20T22:23:00Z	Asia/Jakarta
city-660158	Espoo	Esbo|Espo|Эспоо|埃斯波|エスポー	FI	323910	60.2052	24.6522	2026-12-21T07:25:00Z	Europe/Helsinki
city-192126	Kikuyu	Gikuyu|Kikuju|Кикую|کیکویو، کینیا	KE	323881	-1.2463	36.6629	2026-12-21T03:25:00Z	Africa/Nairobi
city-1732811	Kluang	Keluang	MY	323762	2.0305	103.3169	2026-12-20T23:04:00Z	Asia/Kuala_Lumpur
city-1803590	Lincang	Lin-ts'ang|Maning|Mien-ning|临沧市	CN	323708	23.8797	100.0945	2026-12-20T23:58:00Z	Asia/Shanghai
city-2641170	Nottingham	Ноттингем|诺丁汉|نوتنغهام	GB	323632	52.9536	-1.1505	2026-12-21T08:15:00Z	Europe/London
city-99608	Al ‘Amārah	العماره|Amara	IQ	323302	31.8356	47.1448	2026-12-21T03:47:00Z	Asia/Baghdad
city-472231	Volzhsky	Волжский|Volzhskiy|Volžski	RU	323293	48.7858	44.7797	2026-12-21T04:51:00Z	Europe/Volgograd
city-6173577	Vaughan	Вон|旺市|فاوجان	CA	323103	43.8361	-79.4983	2026-12-21T12:49:00Z	America/Toronto
city-1807566	Xingyi	兴义	CN	322890	25.0962	104.9064	2026-12-20T23:41:00Z	Asia/Shanghai
city-3461789	Guarujá	Гуаружа|瓜魯雅|グアルジャ	BR	322750	-23.9931	-46.2564	2026-12-21T08:14:00Z	America/Sao_Paulo
city-1256515	Shivamogga	Shimoga|शिमोगा|Шимога|希莫加	IN	322650	13.9316	75.5679	2026-12-21T01:16:00Z	Asia/Kolkata
city-1278946	Alwar	अलवर|আলওয়ার|District d'Alwar|Álvaro|Alvar|Alvaras|Алвар	IN	322568	27.5625	76.625	2026-12-21T01:39:00Z	Asia/Kolkata
city-2236568	Uíge	Уиже	AO	322531	-7.6087	15.0613	2026-12-21T04:41:00Z	Africa/Luanda
city-3446682	Taubaté	Таубате|陶巴特|タウバテ	BR	322397	-23.0264	-45.5553	2026-12-21T08:14:00Z	America/Sao_Paulo
city-3526682	Ixtapaluca	Iztapaluca	MX	322271	19.3156	-98.8828	2026-12-21T13:05:00Z	America/Mexico_City
city-1527534	Osh	Ош|Oʻsh|Och|Osch|Oš|Osz|奧什|أوش	KG	322164	40.5283	72.7985	2026-12-21T02:28:00Z	Asia/Bishkek
city-3652941	Portoviejo	Portovjechas|Портовьехо|波托維耶霍|포르토비에호	EC	321800	-1.0576	-80.4514	2026-12-21T11:14:00Z	America/Guayaquil
city-3665900	Villavicencio	Viljavisensijas|Вильявисенсио|比亚维森西奥|ビリャビセンシオ	CO	321717	4.1324	-73.6256	2026-12-21T10:56:00Z	America/Bogota
city-3701329	San Miguelito	San Miguel	PA	321501	9.0503	-79.4707	2026-12-21T11:28:00Z	America/Panama
city-3454244	Pelotas	Pelotasas|Пелотас|佩洛塔斯|펠로타스	BR	320674	-31.77	-52.341	2026-12-21T08:21:00Z	America/Sao_Paulo
city-1256728	Shāhjānpur	Shahjahanpur	IN	320434	27.8817	79.9092	2026-12-21T01:27:00Z	Asia/Kolkata
city-4297983	Lexington	Leksingtonas|Лексингтон|列克星敦|ليكسينغتون	US	320347	37.9887	-84.4777	2026-12-21T12:50:00Z	America/New_York
city-3472287	Anápolis	Анаполис|阿纳波利斯|アナポリス	BR	319587	-16.3267	-48.9528	2026-12-21T08:41:00Z	America/Sao_Paulo
city-1268773	Jūnāgadh	Junagad|Junagarh|Junaghur	IN	319462	21.5197	70.4598	2026-12-21T01:51:00Z	Asia/Kolkata
city-2646003	Islington	District londonien d'Islington|Ислингтон|伊斯靈頓|イズリントン	GB	319143	51.5362	-0.103	2026-12-21T08:04:00Z	Europe/London
city-3556969	Holguín	Holginas|Ольгин|奧爾金|オルギン	CU	319102	20.8872	-76.2631	2026-12-21T11:37:00Z	America/Havana
city-1520316	Ust-Kamenogorsk	Öskemen|Усть-Каменогорск|Ust-Kamienogorsk|ウスチ・カメノゴルスク|외스케멘	KZ	319067	49.9714	82.6059	2026-12-21T02:25:00Z	Asia/Almaty
city-1818209	Tsuen Wan	荃灣	HK	318916	22.3714	114.1133	2026-12-20T22:58:00Z	Asia/Hong_Kong
city-2437798	Zinder	Zinderis|Зиндер|津德尔|زيندر	NE	318874	13.8072	8.9881	2026-12-21T05:43:00Z	Africa/Niamey
city-498698	Saransk	Саранск|Szaranszk|Saranskas|萨兰斯克|سارانسك	RU	318841	54.1848	45.1717	2026-12-21T05:17:00Z	Europe/Moscow
city-99762	Al Diwaniyah	الديوانية|Ad Dīwānīyah|Дивания	IQ	318801	31.9929	44.9255	2026-12-21T03:56:00Z	Asia/Baghdad
city-726050	Varna	Варна|Warna|瓦爾納|فارنا	BG	318737	43.2191	27.9102	2026-12-21T05:37:00Z	Europe/Sofia
city-1177384	Hafizabad		PK	318621	32.071	73.688	2026-12-21T02:02:00Z	Asia/Karachi
city-1633118	Palangkaraya	Kota Palangka Raya|Паланкарая|帕朗卡拉亚	ID	318247	-2.2083	113.9167	2026-12-20T22:15:00Z	Asia/Pontianak
city-358448	Damanhur	دمنهور|Даманхур	EG	318207	31.0341	30.4682	2026-12-21T04:52:00Z	Africa/Cairo
city-1181096	Chiniot	چنیوٹ|چنيوټ|Чиниот	PK	318165	31.7209	72.9784	2026-12-21T02:04:00Z	Asia/Karachi
city-3671916	Popayán	Popajanas|Попаян|波帕扬|ポパヤン	CO	318059	2.4382	-76.6132	2026-12-21T11:05:00Z	America/Bogota
city-2639577	Reading	Рединг	GB	318014	51.4562	-0.9711	2026-12-21T08:07:00Z	Europe/London
city-159908	Geita	Gejta|Геита|جيتا	TZ	318006	-2.8725	32.2325	2026-12-21T03:40:00Z	Africa/Dar_es_Salaam
city-680963	Constanţa	Konstanca|Konstanza|Constanza|Costanza|Constança|Констанца|康斯坦察|كونستانتسا	RO	317832	44.1807	28.6343	2026-12-21T05:37:00Z	Europe/Bucharest
city-1261481	New Delhi	नई दिल्ली|নয়া দিল্লী|Neu-Delhi|Nueva Delhi|Nuova Delhi|Nova Deli|Nové Dillí|Нью-Дели	IN	317797	28.6214	77.2148	2026-12-21T01:39:00Z	Asia/Kolkata
city-734077	Thessaloníki	Θεσσαλονίκη|Thessalonique|Salónica|Salonicco|Saloniki|Soluň|Салоники|塞萨洛尼基	GR	317778	40.6407	22.9349	2026-12-21T05:48:00Z	Europe/Athens
city-2244802	Thiès		SN	317763	14.7894	-16.926	2026-12-21T07:28:00Z	Africa/Dakar
city-1856035	Naha	那覇市|Наха|那霸市	JP	317625	26.213	127.6785	2026-12-20T22:12:00Z	Asia/Tokyo
city-5387877	Riverside	Риверсайд|里弗赛德|ريفرسايد	US	317261	33.9534	-117.3962	2026-12-21T14:51:00Z	America/Los_Angeles
city-2038569	Baicheng	白城|Paj-čcheng|Bạch Thành|Байчен|白城市	CN	316970	45.6175	122.833	2026-12-20T23:26:00Z	Asia/Shanghai
city-3698304	Chimbote	Čimbotė|Чимботе|钦博特|チンボテ	PE	316966	-9.0751	-78.5937	2026-12-21T10:53:00Z	America/Lima
city-3182351	Bari	Baris|Бари|巴里|باري	IT	316491	41.1207	16.8698	2026-12-21T06:14:00Z	Europe/Rome
city-3470353	Barueri	Tamboré|Баруэри|巴魯埃里|バルエリ	BR	316473	-23.5106	-46.8761	2026-12-21T08:18:00Z	America/Sao_Paulo
city-4683416	Corpus Christi	Корпус-Кристи|科珀斯克里斯蒂|كوربوس كريستي	US	316239	27.8006	-97.3964	2026-12-21T13:16:00Z	America/Chicago
city-1254187	Thrissur	திருச்சூர்|തൃശ്ശൂർ|Тричура	IN	315957	10.5167	76.2167	2026-12-21T01:08:00Z	Asia/Kolkata
city-569223	Cherepovets	Череповец|Tcherepovets|Tscherepowez|Čerepovec|Czerepowiec|Tsjerepovets|切列波韋茨|تشيريبوفيتس	RU	315738	59.1333	37.9	2026-12-21T06:22:00Z	Europe/Moscow
city-3658192	Eloy Alfaro	Durán	EC	315724	-2.1692	-79.8399	2026-12-21T11:10:00Z	America/Guayaquil
city-99131	Al-Kut	كوت|Kut|Al Koet	IQ	315162	32.5128	45.8182	2026-12-21T03:54:00Z	Asia/Baghdad
city-1732869	Muar	Muar town|麻坡|Муар	MY	314776	2.0442	102.5689	2026-12-20T23:07:00Z	Asia/Kuala_Lumpur
city-739549	Şişli		TR	314684	41.0605	28.9872	2026-12-21T05:25:00Z	Europe/Istanbul
city-3445451	Várzea Grande		BR	314627	-15.6467	-56.1325	2026-12-21T09:11:00Z	America/Cuiaba
city-4297999	Lexington-Fayette	Fayette County|Lexington	US	314488	38.0498	-84.4586	2026-12-21T12:50:00Z	America/New_York
city-2228373	Maroua	Маруа|马鲁阿|マルア	CM	314122	10.5909	14.3159	2026-12-21T05:15:00Z	Africa/Douala
city-2645425	Kingston upon Hull	Hull|Кингстон-апон-Халл|赫爾河畔京士頓	GB	314018	53.7446	-0.3352	2026-12-21T08:17:00Z	Europe/London
city-2639912	Preston	Prestonas|Престон|普雷斯顿|برستون	GB	313332	53.7628	-2.7045	2026-12-21T08:26:00Z	Europe/London
city-2036434	Lianshan	连山	CN	313247	40.7643	120.8533	2026-12-20T23:17:00Z	Asia/Shanghai
city-317109	Denizli	Denizlis|Денизли|代尼茲利|دنيزلي	TR	313238	37.7742	29.0875	2026-12-21T05:15:00Z	Europe/Istanbul
city-2338313	Ikeja	Ikedzha|Икеджа|إيكيجا	NG	313196	6.5965	3.342	2026-12-21T05:52:00Z	Africa/Lagos
city-7799991	New Cairo	القاهرة الجديدة	EG	313139	30.03	31.47	2026-12-21T04:46:00Z	Africa/Cairo
city-3444924	Vitória	Витория|ビトリア	BR	312656	-20.3194	-40.3378	2026-12-21T07:58:00Z	America/Sao_Paulo
city-3673164	Palmira		CO	312519	3.5394	-76.3036	2026-12-21T11:06:00Z	America/Bogota
city-472459	Vologda	Вологда|Wologda|Wołogda|沃洛格达|فولوغدا	RU	312420	59.2239	39.884	2026-12-21T06:15:00Z	Europe/Moscow
city-1711082	Iligan City	City of Iligan|Idigan|Iligan	PH	312323	8.25	124.4	2026-12-20T21:51:00Z	Asia/Manila
city-2525068	Catania	Catane|Katania|Катания|كاتانيا|カターニア	IT	311584	37.4922	15.0704	2026-12-21T06:10:00Z	Europe/Rome
city-1261258	Nizāmābād	నిజామాబాద్	IN	311152	18.6715	78.0988	2026-12-21T01:15:00Z	Asia/Kolkata
city-4508722	Cincinnati	Sinsinatis|Цинциннати|辛辛那提|سينسيناتي	US	311097	39.1271	-84.5144	2026-12-21T12:54:00Z	America/New_York
city-1214189	Percut	Pertjoet|Pertjut	ID	311063	3.6253	98.864	2026-12-20T23:25:00Z	Asia/Jakarta
city-3530517	Coatzacoalcos	Puerto Mexico|Koacakoalkosas|Коацакоалькос|夸察夸爾科斯|コアツァコアルコス	MX	310698	18.149	-94.4447	2026-12-21T12:45:00Z	America/Mexico_City
city-5392900	Santa Ana	Санта-Ана|圣安娜|سانتا أنا	US	310227	33.7456	-117.8678	2026-12-21T14:52:00Z	America/Los_Angeles
city-1870883	Sariwŏn-si	Sariwŏn|Саривоне	KP	310100	38.5072	125.7558	2026-12-20T22:50:00Z	Asia/Pyongyang
city-1016670	Botshabelo		ZA	309714	-29.2674	26.726	2026-12-21T03:10:00Z	Africa/Johannesburg
city-1722186	Butuan	Lungsod ng Butuan|Butuan City|Butuanas|武端市|ブトゥアン|부투안	PH	309709	8.9492	125.5436	2026-12-20T21:47:00Z	Asia/Manila
city-143860	Shahrīār	شهريار|Шахрияр	IR	309607	35.6588	51.0577	2026-12-21T03:41:00Z	Asia/Tehran
city-1501321	Kurgan	Курган|Kourgan|Koergan|Kurganas|库尔干|كورغان	RU	309285	55.449	65.3434	2026-12-21T04:04:00Z	Asia/Yekaterinburg
city-3516355	Tampico	Tampikas|Тампико|坦皮科|تامبيكو	MX	309003	22.2852	-97.8778	2026-12-21T13:06:00Z	America/Monterrey
city-1721281	Cabuyao	Lungsod ng Cabuyao|Cabuyao City|卡布堯	PH	308745	14.2726	121.1262	2026-12-20T22:15:00Z	Asia/Manila
city-149658	Tabora	Табора|塔波拉|タボラ	TZ	308741	-5.0162	32.8266	2026-12-21T03:34:00Z	Africa/Dar_es_Salaam
city-1859891	Kasugai	春日井市|Касугай|كاسوغاي	JP	308681	35.2476	136.9723	2026-12-20T21:56:00Z	Asia/Tokyo
city-4003757	Ciudad Benito Juárez	Juarez|Villa Juarez	MX	308285	25.6466	-100.0914	2026-12-21T13:22:00Z	America/Monterrey
city-2867543	Münster	Miunsteris|Мюнстер|明斯特|مونستر	DE	308258	51.9624	7.6257	2026-12-21T07:35:00Z	Europe/Berlin
city-2873891	Mannheim	Manheimas|Мангейм|曼海姆|مانهايم	DE	307960	49.4891	8.4669	2026-12-21T07:20:00Z	Europe/Berlin
city-2113126	Akita	秋田市|Акита|أكيتا	JP	307672	39.7167	140.1167	2026-12-20T21:57:00Z	Asia/Tokyo
city-3447212	Suzano	Сузано|蘇扎諾|スザノ	BR	307429	-23.5425	-46.3108	2026-12-21T08:16:00Z	America/Sao_Paulo
city-1254089	Tumkūr	Tumakūru	IN	307359	13.3414	77.1022	2026-12-21T01:09:00Z	Asia/Kolkata
city-1846052	Chinju	진주시|Jinju|Чинджу|晋州	KR	307242	35.1928	128.0847	2026-12-20T22:32:00Z	Asia/Seoul
city-1260341	Parbhani	পারভানি|परभणी|Парбхани	IN	307170	19.2686	76.7708	2026-12-21T01:22:00Z	Asia/Kolkata
city-1270022	Hisar	हिसार|ہسار|Хисар	IN	307024	29.1539	75.7229	2026-12-21T01:47:00Z	Asia/Kolkata
city-1843491	Iksan	익산시|Иксан|益山市	KR	307000	35.9439	126.9544	2026-12-20T22:38:00Z	Asia/Seoul
city-1271885	Fīrozābād		IN	306409	27.1509	78.3978	2026-12-21T01:31:00Z	Asia/Kolkata
city-3474574	Palmas	Палмас	BR	306296	-10.1675	-48.3277	2026-12-21T08:50:00Z	America/Araguaina
city-473249	Vladikavkaz	Владикавказ|Буро-ГӀала|Wladikawkas|Vladicáucaso|Władykaukaz|Vladikaukazas|弗拉季高加索	RU	306258	43.041	44.6699	2026-12-21T04:29:00Z	Europe/Moscow
city-3718420	Port-de-Paix	Pòdepè|Porto-da-Paz|Пор-де-Пе|和平港|ポールドペ	HT	306217	19.9398	-72.8304	2026-12-21T11:22:00Z	America/Port-au-Prince
city-358048	Damietta	Dumyāţ|Damiette|Damieta|Dimyat|Dumjatas|Думъят|杜姆亚特|ディムヤート	EG	305920	31.4165	31.8133	2026-12-21T04:48:00Z	Africa/Cairo
city-3429886	Posadas	Posadasas|Посадас|波萨达斯|بوساداس، ميسيونيس	AR	305874	-27.3918	-55.9238	2026-12-21T08:45:00Z	America/Argentina/Cordoba
city-1016181	Brakpan		ZA	305692	-26.2366	28.3694	2026-12-21T03:11:00Z	Africa/Johannesburg
city-5399020	Stockton	Стоктон|斯托克顿|ستوكتون	US	305658	37.9577	-121.2908	2026-12-21T15:17:00Z	America/Los_Angeles
city-1848373	Yokkaichi	四日市市|Йоккаичи|يوكايتشي	JP	305424	34.9667	136.6167	2026-12-20T21:57:00Z	Asia/Tokyo
city-1265711	Kulti	Култи	IN	305405	23.7317	86.8437	2026-12-21T00:50:00Z	Asia/Kolkata
city-3515463	Tláhuac	Delegacion Tlahuac	MX	305076	19.2869	-99.0051	2026-12-21T13:05:00Z	America/Mexico_City
city-2323675	Sapele		NG	305000	5.8941	5.6767	2026-12-21T05:42:00Z	Africa/Lagos
city-5206379	Pittsburgh	Pitsburgo|Pitsburgas|Питтсбург|匹兹堡|بيتسبرغ	US	304391	40.4406	-79.9959	2026-12-21T12:40:00Z	America/New_York
city-3689560	Armenia	Armenie|Armenien|Armenija|Армения|آرمینیا	CO	304314	4.5366	-75.6726	2026-12-21T11:05:00Z	America/Bogota
city-3984583	Santa Catarina	Ciudad Santa Catarina	MX	304052	25.6732	-100.4581	2026-12-21T13:24:00Z	America/Monterrey
city-149703	Sumbawanga	Sumbavanga|Сумбаванга|松巴萬加|スンバワンガ	TZ	303986	-7.9667	31.6167	2026-12-21T03:34:00Z	Africa/Dar_es_Salaam
city-515012	Orël	Орёл|Oryol|Orjol|Orzeł|Oriolas|オリョール|오룔	RU	303696	52.9688	36.0791	2026-12-21T05:47:00Z	Europe/Moscow
city-1847966	Akashi	明石市|Akašis|Акаси|أكاشي	JP	303601	34.6552	135.0069	2026-12-20T22:03:00Z	Asia/Tokyo
city-1858088	Kurume	久留米市|Куруме|كورومي	JP	303579	33.3167	130.5167	2026-12-20T22:17:00Z	Asia/Tokyo
city-2778067	Graz	Grác|Gradec|Štýrský Hradec|Gracas|Грац|格拉茨|غراتس	AT	303270	47.0673	15.442	2026-12-21T06:41:00Z	Europe/Vienna
city-5045360	Saint Paul	St. Paul|Sent Polas|Сент-Пол|圣保罗|سانت باول	US	303176	44.9444	-93.0933	2026-12-21T13:47:00Z	America/Chicago
city-1267708	Karnāl	Карнал	IN	302140	29.692	76.9845	2026-12-21T01:43:00Z	Asia/Kolkata
city-1815482	Changyi	奎聚	CN	302072	36.8536	119.3908	2026-12-20T23:11:00Z	Asia/Shanghai
city-3439101	Ciudad del Este	Siudad del Estė|Сьюдад-дель-Эсте|東方市|シウダー・デル・エステ	PY	301815	-25.5036	-54.6507	2026-12-21T08:45:00Z	America/Asuncion
city-350203	Rosetta	رشيد|Rachid|Rosette|Roseta|Reşid|Rozeta|Рашид|羅塞塔	EG	301795	31.3995	30.4172	2026-12-21T04:53:00Z	Africa/Cairo
city-1277029	Barddhamān	Bardhaman|বর্ধমান	IN	301725	23.2557	87.8569	2026-12-21T00:45:00Z	Asia/Kolkata
city-1640660	Kediri	Kota Kediri|Кедири|諫義里|كديري	ID	301424	-7.8167	112.0167	2026-12-20T22:12:00Z	Asia/Jakarta
city-897045	Solwezi	Solouezi|Soluezi|Solvezi|Солвези|سولوزی|索盧韋齊	ZM	301370	-12.1688	26.3894	2026-12-21T03:47:00Z	Africa/Lusaka
city-2954172	Augsburg	Augsbourg|Augsburgo|Augusta|Augsburgas|Аугсбург|奥格斯堡|آوغسبورغ	DE	301105	48.3715	10.8985	2026-12-21T07:05:00Z	Europe/Berlin
city-6697759	South Dublin	Comte de Dublin Sud|Condado de Dublin Sur|Condado de South Dublin|Јужни Даблин|جنوبی ڈبلن|南都柏林郡	IE	301075	53.2903	-6.3415	2026-12-21T08:38:00Z	Europe/Dublin
city-3106672	Valladolid	Valhadolid|Valjadolidas|Вальядолид|巴利亚多利德|بلد الوليد	ES	300618	41.6554	-4.7235	2026-12-21T07:42:00Z	Europe/Madrid
city-1738050	Miri	美里|മിറി|Мири	MY	300543	4.3993	113.9916	2026-12-20T22:26:00Z	Asia/Kuching
city-1789262	Xinyi	新安	CN	300511	34.3842	118.3462	2026-12-20T23:09:00Z	Asia/Shanghai
city-1170880	Mardan	مردان|Mardanas|Мардан|馬爾丹	PK	300424	34.1979	72.0496	2026-12-21T02:13:00Z	Asia/Karachi
city-1490624	Surgut	Сургут|Соргыт|Sourgout|Soergoet|Szurgut|Surgutas|蘇爾古特	RU	300367	61.2576	73.4177	2026-12-21T04:21:00Z	Asia/Yekaterinburg
city-2636432	Swansea	Abertawe|Svonsis|Суонси|斯旺西|سوانزي	GB	300352	51.6208	-3.9432	2026-12-21T08:19:00Z	Europe/London
city-1688830	San Pablo	Lungsod ng San Pablo|San Pablo City	PH	300166	14.0683	121.3256	2026-12-20T22:14:00Z	Asia/Manila
city-2641673	Newcastle upon Tyne	An Caisteal Nuadh|Newcastle|Niukaslas prie Taino|Newcastle trên sông Tyne|Ньюкасл-апон-Тайн|泰恩河畔纽卡斯尔|نيوكاسل أبون تاين	GB	300125	54.9733	-1.614	2026-12-21T08:29:00Z	Europe/London
city-5959974	Gatineau	Гатино|加蒂諾|غاتينو	CA	300045	45.4772	-75.7016	2026-12-21T12:40:00Z	America/Toronto
city-363807	Winejok	Wanyjok	SS	300000	9.0122	27.5708	2026-12-21T04:20:00Z	Africa/Juba
city-1725115	Biñan	Lungsod ng Biñan|Binyang|Biñan City	PH	300000	14.3427	121.0807	2026-12-20T22:15:00Z	Asia/Manila
city-1787323	Yangshuo	阳朔|Яншо	CN	300000	24.7808	110.4897	2026-12-20T23:18:00Z	Asia/Shanghai
city-3632308	Mérida	Мерида|梅里達市|ماردة	VE	300000	8.579	-71.1692	2026-12-21T10:54:00Z	America/Caracas
city-1803364	Linqu	Lin-ch'u|Lin-ch'u-hsien	CN	299646	36.5156	118.5397	2026-12-20T23:14:00Z	Asia/Shanghai
city-3980760	Uruapan	Uruapan del Progreso|Уруапан|烏魯阿潘|Ουρουάπαν	MX	299523	19.4168	-102.0584	2026-12-21T13:17:00Z	America/Mexico_City
city-1282931	Pātan	Lalitpur|Лалитпур	NP	299283	27.6766	85.3142	2026-12-21T01:05:00Z	Asia/Kathmandu
city-1514019	Fergana	Farghona|Фергана|Ferghana|Fargʻona|费尔干纳|فرغانة	UZ	299200	40.3842	71.7843	2026-12-21T02:32:00Z	Asia/Tashkent
city-3865086	Bahía Blanca	Bahija Blanka|Байя-Бланка|布兰卡港|باهيا بلانكا	AR	299101	-38.7176	-62.2655	2026-12-21T08:41:00Z	America/Argentina/Buenos_Aires
city-1687687	Santol		PH	298976	15.1622	120.5675	2026-12-20T22:19:00Z	Asia/Manila
city-2250805	Kaolack	Kaolac|Kaolak|Каолак|كاولاك	SN	298904	14.152	-16.0726	2026-12-21T07:23:00Z	Africa/Dakar
city-1642588	Jember	Djember	ID	298585	-8.1721	113.6995	2026-12-20T22:05:00Z	Asia/Jakarta
city-2130658	Aomori	青森市|Аомори|آوموري	JP	298394	40.8167	140.7333	2026-12-20T21:58:00Z	Asia/Tokyo
city-1277065	Bārāsat		IN	298127	22.7215	88.482	2026-12-21T00:42:00Z	Asia/Kolkata
city-12165955	Mulugu		IN	297671	18.191	79.943	2026-12-21T01:07:00Z	Asia/Kolkata
city-3463030	Foz do Iguaçu	Foz de Iguazu|Foz do Iguasu|Фос-ду-Игуасу|伊瓜苏|فوز دو إيغواسو	BR	297352	-25.5478	-54.5881	2026-12-21T08:44:00Z	America/Sao_Paulo
city-1275716	Bihār Sharīf	Behar|Bihar	IN	297268	25.2008	85.5239	2026-12-21T00:59:00Z	Asia/Kolkata
city-1624494	Tegal	Kota Tegal|Тегал|直葛|تيغال	ID	297173	-6.8694	109.1402	2026-12-20T22:25:00Z	Asia/Jakarta
city-558418	Grozny	Грозный|Соьлжа-ГӀала|Grosny|Grozni|Groznyj|Groznyi|Groznas|グロズヌイ	RU	297137	43.312	45.6889	2026-12-21T04:26:00Z	Europe/Moscow
city-2316702	Boma	Бома|博馬|ボーマ	CD	297009	-5.851	13.0536	2026-12-21T04:52:00Z	Africa/Kinshasa
city-1277539	Bāli	Бали	IN	296973	22.6486	88.3411	2026-12-21T00:42:00Z	Asia/Kolkata
city-1794209	Pu'er	思茅|Simao	CN	296565	22.7886	100.9748	2026-12-20T23:52:00Z	Asia/Shanghai
city-1258599	Rāmpur		IN	296418	28.8101	79.027	2026-12-21T01:33:00Z	Asia/Kolkata
city-1273491	Darbhanga	दरभंगा|দারভাঙ্গা|Дарбханга	IN	296039	26.1522	85.8971	2026-12-21T00:59:00Z	Asia/Kolkata
city-1260476	Panipat	Панипата	IN	295970	29.3875	76.9682	2026-12-21T01:42:00Z	Asia/Kolkata
city-776069	Białystok	Bialystok|Balstogė|Белосток|比亚韦斯托克|ビャウィストク	PL	295683	53.1333	23.1643	2026-12-21T06:39:00Z	Europe/Warsaw
city-2246512	Rufisque	Rifisk|Riufiska|Riufiskas|Рифиск|روفسك|吕菲斯克	SN	295459	14.7154	-17.2733	2026-12-21T07:29:00Z	Africa/Dakar
city-524305	Murmansk	Мурманск|Mourmansk|Moermansk|Murmanszk|Muurmanski|Murmanskas|摩爾曼斯克|مورمانسك	RU	295374	68.9678	33.0992		Europe/Moscow
city-1254360	Tirupati	तिरुपति|తిరుపతి|Тирупати	IN	295323	13.6355	79.4199	2026-12-21T01:00:00Z	Asia/Kolkata
city-2637433	Southend-on-Sea	Саутенд-он-Си	GB	295310	51.5378	0.7143	2026-12-21T08:00:00Z	Europe/London
city-5072006	Lincoln	Linkolnas|Линкольн|林肯|لنكن	US	294757	40.8	-96.667	2026-12-21T13:47:00Z	America/Chicago
city-1817240	Baiyin	白银|白銀市|Paj-jin|Bạch Ngân|Байинь	CN	294400	36.547	104.1702	2026-12-21T00:11:00Z	Asia/Shanghai
city-2112923	Fukushima	福島市|Фукусима	JP	294237	37.75	140.4667	2026-12-20T21:49:00Z	Asia/Tokyo
city-3161732	Bergen	Birgon|Bergenas|Берген|卑爾根|برغن	NO	294029	60.393	5.3242	2026-12-21T08:44:00Z	Europe/Oslo
city-6954929	Greater Noida	ग्रेटर नोएडा|நொய்டா பெருநகர்|Didžioji Noida	IN	293908	28.4962	77.536	2026-12-21T01:38:00Z	Asia/Kolkata
city-7279746	Noida	नोएडा|నోయిడా|Ноида	IN	293908	28.58	77.33	2026-12-21T01:39:00Z	Asia/Kolkata
city-484646	Tambov	Тамбов|Tambow|Tambovas|坦波夫|تامبوف	RU	293661	52.7363	41.441	2026-12-21T05:24:00Z	Europe/Moscow
city-3105976	Vigo	Vigas|Виго|維戈|فيغو	ES	293642	42.2328	-8.7226	2026-12-21T08:00:00Z	Europe/Madrid
city-1279186	Aizawl	आइज़ोल|আইজল|Aizol|Aizavlis|Aizwal|Аиджал	IN	293416	23.7289	92.7179	2026-12-21T00:27:00Z	Asia/Kolkata
city-109571	Al Hufūf	Al Hofuf|Ehl'-Khufuf|El'-Khufuf|Ель-Хуфуф|الهفوف	SA	293179	25.3647	49.5876	2026-12-21T03:23:00Z	Asia/Riyadh
city-3530757	Cholula	San Andrés Cholula|Čolula|Чолула|サン・ペドゥロ・チョルラ|촐룰라	MX	292881	19.0641	-98.3035	2026-12-21T13:02:00Z	America/Mexico_City
city-1271715	Gandhinagar	গান্ধীনগর|காந்திநகர்|Гандинагар	IN	292797	23.2167	72.6833	2026-12-21T01:46:00Z	Asia/Kolkata
city-1519422	Semey	Семей|Semeï|Semej|Semejus|塞米伊|سيماي	KZ	292780	50.4206	80.2502	2026-12-21T02:37:00Z	Asia/Almaty
city-1272543	Dindigul	দিন্দিগুল|दिंडुक्कल|Dindukkal|Диндуккал	IN	292512	10.369	77.9804	2026-12-21T01:00:00Z	Asia/Kolkata
city-3453186	Ponta Grossa	Ponta Grosa|Понта-Гроса|蓬塔格羅薩	BR	292177	-25.095	-50.1619	2026-12-21T08:28:00Z	America/Sao_Paulo
city-1810295	Gaozhou	高州	CN	292164	21.9197	110.8568	2026-12-20T23:10:00Z	Asia/Shanghai
city-1175088	Kamoke	Kamoki	PK	292023	31.9753	74.223	2026-12-21T01:59:00Z	Asia/Karachi
city-3458575	Limeira	Лимейра|利梅拉	BR	291869	-22.5647	-47.4017	2026-12-21T08:22:00Z	America/Sao_Paulo
city-1254649	Thanjavur	तंजावुर|தஞ்சாவூர்|Tanjavûr|Тханджавур	IN	291067	10.7852	79.1391	2026-12-21T00:56:00Z	Asia/Kolkata
city-946877	Kariega	Uitenhage|Эйтенхахе|オイテンハーヘ	ZA	291052	-33.7556	25.4007	2026-12-21T03:04:00Z	Africa/Johannesburg
city-325330	Adıyaman	Semsûr|Adiyaman|Adıyamanská|Adijamanas|Адыяман|阿德亚曼|أديامان	TR	290883	37.7644	38.2763	2026-12-21T04:38:00Z	Europe/Istanbul
city-109101	Al Mubarraz	المبرز	SA	290802	25.4077	49.5903	2026-12-21T03:23:00Z	Asia/Riyadh
city-3429577	Resistencia	Ciudad de Resistencia|Resistensija|Resistancia|Ресистенсия|雷西斯滕西亚|ريسيستينسيا	AR	290793	-27.4636	-58.9866	2026-12-21T08:58:00Z	America/Argentina/Cordoba
city-610529	Atyrau	Атырау|Atyraou|Atıraw|Atyraw|Atırav|Atîrau|阿特勞|أتيراو	KZ	290700	47.1048	51.8843	2026-12-21T04:16:00Z	Asia/Atyrau
city-2111834	Morioka	盛岡市|Мориока|موريوكا	JP	290700	39.7	141.15	2026-12-20T21:52:00Z	Asia/Tokyo
city-1788245	Xiuying	秀英	CN	290000	20.0007	110.2936	2026-12-20T23:09:00Z	Asia/Shanghai
city-3628473	San Cristóbal	San Kristobalis|Сан-Кристобаль|聖克里斯托瓦爾|سان كريستوبال	VE	289852	7.7659	-72.2358	2026-12-21T10:57:00Z	America/Caracas
city-1646494	Cileungsir	Cileungsi|Tjileungsir	ID	289833	-6.3947	106.9592	2026-12-20T22:35:00Z	Asia/Jakarta
city-1267755	Karīmnagar	కరీంనగర్	IN	289821	18.4392	79.1286	2026-12-21T01:11:00Z	Asia/Kolkata
city-6174041	Victoria	Viktorija|Виктория|維多利亞|فكتوريا	CA	289625	48.4359	-123.3516	2026-12-21T16:02:00Z	America/Vancouver
city-5879400	Anchorage	Ankoridžas|Анкоридж|安克拉治|أنكوريج	US	289600	61.2181	-149.9003	2026-12-21T19:14:00Z	America/Anchorage
city-1273066	Dewas	देवास|দেওয়াস|Девас	IN	289550	22.9658	76.0553	2026-12-21T01:32:00Z	Asia/Kolkata
city-2505572	Batna	باتنة|Batna City|Batina|Батна|巴特纳	DZ	289504	35.556	6.1741	2026-12-21T06:41:00Z	Africa/Algiers
city-598316	Kaunas	Каунас|Kowno|考那斯|كاوناس	LT	289380	54.9016	23.9091	2026-12-21T06:47:00Z	Europe/Vilnius
city-1255744	Sonīpat	Sonepat|Sonepat Punjab	IN	289333	28.9948	77.0194	2026-12-21T01:41:00Z	Asia/Kolkata
city-3654533	Machala	Mačala|Мачала|馬查拉|ماتشالا	EC	289141	-3.2589	-79.9588	2026-12-21T11:08:00Z	America/Guayaquil
city-2809346	Wiesbaden	Vysbadenas|Висбаден|威斯巴登|فيسبادن	DE	288850	50.086	8.2444	2026-12-21T07:23:00Z	Europe/Berlin
city-4300488	Meads	میدز|米茲	US	288649	38.4126	-82.7091	2026-12-21T12:44:00Z	America/New_York
city-916095	Kabwe	Kabvė|Кабве|卡布韦|كابوي	ZM	288598	-14.4469	28.4464	2026-12-21T03:35:00Z	Africa/Lusaka
city-2040893	Sinŭiju	신의주시|Sinidzsu|Sineidžu|新义州|新義州市	KP	288112	40.1006	124.3981	2026-12-20T23:01:00Z	Asia/Pyongyang
city-1862033	Ibaraki	茨木市|Ибараки|إباراكي	JP	287730	34.8164	135.5683	2026-12-20T22:01:00Z	Asia/Tokyo
city-1591449	Bắc Ninh	Bacht Ninh|Bak Nin|Bak Ninh|Бак Нинь|باك نينه	VN	287658	21.1861	106.0763	2026-12-20T23:28:00Z	Asia/Bangkok
city-1269834	Ichalkaranji	ইচালকরনজি|इचलकरंजी|伊切尔格伦吉	IN	287353	16.6912	74.4605	2026-12-21T01:26:00Z	Asia/Kolkata
city-3096472	Katowice	Kattowitz|Katovice|Katovicai|Катовице|卡托维兹|كاتوفيتسه	PL	286960	50.2597	19.0217	2026-12-21T06:41:00Z	Europe/Warsaw
city-752850	Adapazarı	Adapazari|Adapazaris|Сакарья|阿达帕扎勒|آدابازاري	TR	286787	40.7806	30.4033	2026-12-21T05:19:00Z	Europe/Istanbul
city-681290	Cluj-Napoca	Kolozsvár|Klausenburg|Kluż-Napoka|Kluž|Kaloşvar|Клуж-Напока|克卢日-纳波卡|كلوج نابوكا	RO	286598	46.7667	23.6	2026-12-21T06:07:00Z	Europe/Bucharest
city-1842030	Gunpo	Gunpo-si|Kunp'o|Tang-ni	KR	286485	37.3675	126.9469	2026-12-20T22:42:00Z	Asia/Seoul
city-877401	Songea	Сонгеа|松蓋阿|ソンゲア	TZ	286285	-10.6833	35.65	2026-12-21T03:13:00Z	Africa/Dar_es_Salaam
city-217562	Butembo	Бутембо	CD	286242	0.1416	29.2912	2026-12-21T03:57:00Z	Africa/Lubumbashi
city-3928128	Tacna	Takna|Такна|塔克纳|تاكنا	PE	286240	-18.0146	-70.2536	2026-12-21T10:03:00Z	America/Lima
city-1575627	Long Xuyên	Cholong Xuyen|Long Suehn|Long Swiyen|Лонг Суэн|لانگ زویِن	VN	286140	10.3864	105.4352	2026-12-20T23:10:00Z	Asia/Ho_Chi_Minh
city-1276070	Bathinda	बठिंडा|ভাটিণ্ডা|Бхатинда	IN	285788	30.2075	74.9389	2026-12-21T01:52:00Z	Asia/Kolkata
city-5505411	Henderson	Hendersonas|Хендерсон|亨德森|هندرسون	US	285667	36.0397	-114.9819	2026-12-21T14:47:00Z	America/Los_Angeles
city-1269395	Jālna	جالنہ|جالنا	IN	285577	19.841	75.8864	2026-12-21T01:26:00Z	Asia/Kolkata
city-4469146	Greensboro	Grinsboras|Гринсборо|格林斯伯勒|غرينزبورو	US	285342	36.0726	-79.792	2026-12-21T12:26:00Z	America/New_York
city-294801	Haifa	חיפה|حيفا|Hajfa|Hayfa|Хайфа	IL	285316	32.813	34.9993	2026-12-21T04:38:00Z	Asia/Jerusalem
city-2624652	Århus	Aarhus|Орхус|奥胡斯|オーフス	DK	285273	56.1567	10.2108	2026-12-21T07:50:00Z	Europe/Copenhagen
city-3445156	Viamão	Виаман|维亚芒	BR	285269	-30.0811	-51.0233	2026-12-21T08:19:00Z	America/Sao_Paulo
city-1812990	Dengzhou	花洲	CN	285032	32.6827	112.0887	2026-12-20T23:29:00Z	Asia/Shanghai
city-1845136	Chuncheon	춘천시|Čchunčchon|Çunçeon|Čunčonas|Чхунчхон|春川市	KR	284855	37.8747	127.7342	2026-12-20T22:41:00Z	Asia/Seoul
city-3487903	Alto Barinas		VE	284289	8.5931	-70.2261	2026-12-21T10:50:00Z	America/Caracas
city-2654710	Brighton	Braitonas|Брайтон|布赖顿|برايتون	GB	283870	50.8284	-0.1395	2026-12-21T08:00:00Z	Europe/London
city-2892794	Karlsruhe	Karlsrūjė|Карлсруэ|卡尔斯鲁厄|كارلسروه	DE	283799	49.0094	8.4044	2026-12-21T07:18:00Z	Europe/Berlin
city-2088122	Port Moresby	Pot Mosbi|Puerto Moresby|Port Morsbis|Порт-Морсби|莫尔兹比港|بورت مورسبي	PG	283733	-9.4772	147.1509	2026-12-20T19:49:00Z	Pacific/Port_Moresby
city-360686	Minya	المنيا|Эль-Минья	EG	283605	28.0919	30.7581	2026-12-21T04:44:00Z	Africa/Cairo
city-4719457	Plano	Planas|Планом|普莱诺|بلانو	US	283558	33.0198	-96.6989	2026-12-21T13:26:00Z	America/Chicago
city-2112664	Ichihara	市原市|Итихара|إيتشيهارا	JP	283531	35.5167	140.0833	2026-12-20T21:45:00Z	Asia/Tokyo
city-1720840	Cainta		PH	283172	14.5786	121.1222	2026-12-20T22:15:00Z	Asia/Manila
city-1257022	Satna		IN	282977	24.5773	80.8272	2026-12-21T01:16:00Z	Asia/Kolkata
city-2165798	Geelong	Džilongas|Джилонг|吉朗|غيلونغ	AU	282809	-38.1471	144.3607	2026-12-20T18:56:00Z	Australia/Melbourne
city-710735	Chernihiv	Чернігів|Чернигов|Tchernihiv|Tschernihiw|Chernígov|Černihiv|Czernihów|切尔尼戈夫	UA	282747	51.5054	31.2866	2026-12-21T05:58:00Z	Europe/Kyiv
city-1529046	Xinyuan	新源县|Künəs	CN	282718	43.4265	83.2496	2026-12-21T01:56:00Z	Asia/Urumqi
city-3868626	Valparaíso	Valparaisas|Вальпараисо|瓦尔帕莱索|فالبارايسو	CL	282448	-33.036	-71.6296	2026-12-21T09:34:00Z	America/Santiago
city-3938527	Ica	Ika|Ика|伊卡|イカ	PE	282407	-14.0754	-75.7342	2026-12-21T10:32:00Z	America/Lima
city-1259166	Purnia	पूर्णिया|পূর্ণিয়া|Пурния	IN	282248	25.7789	87.4742	2026-12-21T00:52:00Z	Asia/Kolkata
city-5101798	Newark	Niuarkas|Ньюарк|紐華克|نيوآرك	US	281944	40.7357	-74.1724	2026-12-21T12:17:00Z	America/New_York
city-3680450	Itagüí	Итагуи|伊塔圭|Ιταγουί	CO	281853	6.1846	-75.5991	2026-12-21T11:07:00Z	America/Bogota
city-3522732	Nicolás Romero	Ciudad Nicolás Romero|尼古拉斯羅梅羅	MX	281799	19.6418	-99.3068	2026-12-21T13:07:00Z	America/Mexico_City
city-747014	Gebze	Гебзе|蓋布澤|ゲブゼ	TR	281436	40.8028	29.4307	2026-12-21T05:23:00Z	Europe/Istanbul
city-1043893	Lichinga	Lišinga|Лишинга|利欣加|リシンガ	MZ	281341	-13.3128	35.2406	2026-12-21T03:10:00Z	Africa/Maputo
city-1185117	Narsingdi	Narsinghdi|Satirpara	BD	281080	23.923	90.7177	2026-12-21T00:35:00Z	Asia/Dhaka
city-737071	Zeytinburnu		TR	280896	40.9944	28.9042	2026-12-21T05:26:00Z	Europe/Istanbul
city-2467454	Sfax	صفاقس|Safakis|Szfaksz|Safakes|Sfaksas|Сфвкс|斯法克斯	TN	280566	34.7406	10.7603	2026-12-21T06:20:00Z	Africa/Tunis
city-3513966	Zumpango	Zumpango de Ocampo|Зумпанго-де-Окампо	MX	280455	19.7967	-99.0995	2026-12-21T13:06:00Z	America/Mexico_City
city-11238838	Merkezefendi		TR	280341	37.8054	29.0424	2026-12-21T05:15:00Z	Europe/Istanbul
city-5261457	Madison	Madisonas|Мадисон|麦迪逊|ماديسون	US	280305	43.0731	-89.4012	2026-12-21T13:26:00Z	America/Chicago
city-1217662	Bukhara	Buxoro|Бухара|Boukhara|Buchara|Bujará|Bucara|布哈拉|بخارى	UZ	280187	39.7703	64.4307	2026-12-21T03:00:00Z	Asia/Samarkand
city-2171507	Wollongong	Vulongongas|Вуллонгонг|卧龙岗市|ولونغونغ	AU	280153	-34.424	150.8935	2026-12-20T18:40:00Z	Australia/Sydney
city-3444876	Volta Redonda	V Redonda|Волта-Редонда|沃尔塔雷东达	BR	279898	-22.5231	-44.1042	2026-12-21T08:09:00Z	America/Sao_Paulo
city-3068799	Ostrava	Ostrawa|Острава|俄斯特拉發|أوسترافا	CZ	279791	49.8347	18.282	2026-12-21T06:42:00Z	Europe/Prague
city-4407066	St. Louis	San Luis|Saint-Louis|Sent Luisas|Сент-Луис|圣路易斯|سانت لويس	US	279695	38.6273	-90.1979	2026-12-21T13:15:00Z	America/Chicago
city-696643	Poltava	Полтава|Połtawa|Poltawa|Pultava|波尔塔瓦|بولتافا	UA	279593	49.5892	34.5537	2026-12-21T05:36:00Z	Europe/Kyiv
city-3447259	Sumaré	Сумаре|蘇馬雷	BR	279545	-22.8219	-47.2669	2026-12-21T08:21:00Z	America/Sao_Paulo
city-2343983	Efon-Alaaye	Effon-Alaiye|Efon|Efon Alaaye-Ekiti	NG	279319	7.6565	4.9223	2026-12-21T05:48:00Z	Africa/Lagos
city-1215355	Binjai	Kota Binjai|民禮	ID	279302	3.6001	98.4854	2026-12-20T23:26:00Z	Asia/Jakarta
city-1214204	Pematangsiantar	Pematangsieantar	ID	279198	2.9595	99.0687	2026-12-20T23:23:00Z	Asia/Jakarta
city-509820	Petrozavodsk	Петрозаводск|Petrosawodsk|Petrozawodzk|Petrozavodszk|Petroskoi|Petroskoj|彼得罗扎沃茨克|بيتروزوفودسك	RU	279190	61.7849	34.3469	2026-12-21T07:03:00Z	Europe/Moscow
city-1811720	Enshi	恩施|Эньши	CN	279185	30.3	109.4833	2026-12-20T23:34:00Z	Asia/Shanghai
city-484907	Taganrog	Таганрог|Taganrogas|塔甘羅格|تاغانروغ	RU	279056	47.2363	38.9053	2026-12-21T05:08:00Z	Europe/Moscow
city-3627047	Santa Teresa del Tuy	Santa Teresa	VE	278890	10.2329	-66.6647	2026-12-21T10:39:00Z	America/Caracas
city-1568770	Quảng Ngãi	Thành phố Quảng Ngãi|廣義市|Куангнгай|クアンガイ	VN	278496	15.1205	108.7923	2026-12-20T23:06:00Z	Asia/Ho_Chi_Minh
city-1216311	Qarshi	Карши|Karchi|Karszy|Qarši|Karsji|Karşi|卡爾希|قرشي	UZ	278300	38.8606	65.7891	2026-12-21T02:51:00Z	Asia/Samarkand
city-1793419	Tanghe	滨河|Binhe	CN	278055	32.6855	112.8323	2026-12-20T23:26:00Z	Asia/Shanghai
city-3530569	Coacalco	Coacalco de Berriozabal|Coacalco de Berriozaval|San Francisco Coacalco	MX	277959	19.6292	-99.1069	2026-12-21T13:06:00Z	America/Mexico_City
city-3667983	Sincelejo	Sinselechas|Синселехо|辛塞萊霍|신셀레호	CO	277773	9.3045	-75.3905	2026-12-21T11:12:00Z	America/Bogota
city-1783633	Zoucheng	邹城市|Trâu Thành|Цзоучэн|鄒城市	CN	277400	35.4006	116.9656	2026-12-20T23:17:00Z	Asia/Shanghai
city-418710	Khomeynī Shahr	Homayoon Shahr|Homayunshahr|Mehrbin|خمینی شهر	IR	277334	32.6856	51.5361	2026-12-21T03:32:00Z	Asia/Tehran
city-543878	Kostroma	Кострома|Kosztroma|科斯特羅馬|كوستروما	RU	277280	57.7664	40.9283	2026-12-21T05:59:00Z	Europe/Moscow
city-1269771	Imphal	इंफाल|ইম্ফল|Импхал	IN	277196	24.8081	93.9442	2026-12-21T00:24:00Z	Asia/Kolkata
city-2288829	Gagnoa	Ganjoa|Ганьоа|加尼奧阿	CI	277044	6.1319	-5.9506	2026-12-21T06:29:00Z	Africa/Abidjan
city-2325314	Owo	Ово	NG	276574	7.1962	5.5868	2026-12-21T05:44:00Z	Africa/Lagos
city-1835648	Suncheon	Sunch’ŏn	KR	276375	34.9505	127.4878	2026-12-20T22:34:00Z	Asia/Seoul
city-12269572	Fangchenggang	防城港	CN	276315	21.7694	108.3566	2026-12-20T23:20:00Z	Asia/Shanghai
city-2021851	Komsomolsk-on-Amur	Комсомольск-на-Амуре|Komsomolsk-sur-l'Amour|Komsomolsk am Amur|Komsomolsk del Amur|Komsomolsk-na-Amure|コムソモリスク・ナ・アムーレ|콤소몰스크나아무레	RU	275908	50.5503	137.01	2026-12-20T22:50:00Z	Asia/Vladivostok
city-1185056	Abbottabad	Абботтабад	PK	275890	34.1463	73.2117	2026-12-21T02:09:00Z	Asia/Karachi
city-1804866	Kaili	凱裡	CN	275745	26.5858	107.9797	2026-12-20T23:32:00Z	Asia/Shanghai
city-2130188	Hakodate	函館市|Хакодате|هاكوداته	JP	275730	41.7758	140.7367	2026-12-20T22:01:00Z	Asia/Tokyo
city-2279755	Yamoussoukro	Yamusukro|Jamusukro|Jamusukras|Ямусукро|亚穆苏克罗|ياموسوكرو	CI	275686	6.8205	-5.2767	2026-12-21T06:27:00Z	Africa/Abidjan
city-2505854	Bab Ezzouar	باب الزوار	DZ	275630	36.7261	3.1829	2026-12-21T06:56:00Z	Africa/Algiers
city-2973783	Strasbourg	Straßburg|Estrasburg|Estrasburgo|Strasburgo|Strasburg|Страсбург|斯特拉斯堡|ستراسبورغ	FR	274845	48.5839	7.7455	2026-12-21T07:18:00Z	Europe/Paris
city-1257845	Saugor	Сагар	IN	274556	23.8388	78.7387	2026-12-21T01:23:00Z	Asia/Kolkata
city-1849796	Tsu	津市|Cu|Цу|쓰 시	JP	274537	34.7333	136.5167	2026-12-20T21:57:00Z	Asia/Tokyo
city-8594670	Xingning	兴城	CN	274499	24.1483	115.7227	2026-12-20T22:56:00Z	Asia/Shanghai
city-1803331	Linxia Chengguanzhen	临夏城关镇|Линься	CN	274466	35.6003	103.2064	2026-12-21T00:13:00Z	Asia/Shanghai
city-706369	Khmelnytskyi	Хмельницький|Хмельницкий|Khmelnytskyy|Chmelnyzkyj|Chmielnicki|Hmeljnickij	UA	274452	49.4183	26.9794	2026-12-21T06:05:00Z	Europe/Kyiv
city-1166652	Saddiqabad	Sadikabad|Sadiqabad	PK	274210	28.3091	70.1265	2026-12-21T02:07:00Z	Asia/Karachi
city-3654667	Loja	Locha|Лоха|洛哈|로하	EC	274112	-3.9931	-79.2042	2026-12-21T11:04:00Z	America/Guayaquil
city-1818673	Tai Po	大埔墟|大埔|다푸	HK	274100	22.4501	114.1688	2026-12-20T22:58:00Z	Asia/Hong_Kong
city-1514896	Isfara	Исфара|伊斯法拉|اسفرة	TJ	274000	40.1265	70.6253	2026-12-21T02:36:00Z	Asia/Dushanbe
city-3347719	Luena	Луэна|盧埃納|루에나	AO	273675	-11.7833	19.9167	2026-12-21T04:14:00Z	Africa/Luanda
city-3447186	Taboão da Serra	Tabuao da Serra	BR	273542	-23.6261	-46.7917	2026-12-21T08:17:00Z	America/Sao_Paulo
city-1220253	Istaravshan	Истаравшан|Istaravchan|Istarawschan|Istaravšan|Istarawshan|Istarawszan|伊斯塔拉夫尚|イスタラフシャン	TJ	273500	39.9142	69.0033	2026-12-21T02:42:00Z	Asia/Dushanbe
city-1529114	Turpan	吐鲁番县|تۇرپان|Tourfan|Turfán|Турфан	CN	273385	42.9477	89.1789	2026-12-21T01:31:00Z	Asia/Urumqi
city-1258315	Rourkela	Raurkela|राउरकेला|Rurkela|魯吉拉	IN	273317	22.225	84.8641	2026-12-21T00:55:00Z	Asia/Kolkata
city-1848522	Yao	八尾市|Яо	JP	273213	34.6167	135.6	2026-12-20T22:00:00Z	Asia/Tokyo
city-359173	Banī Suwayf	بني سويف	EG	273151	29.0744	31.0979	2026-12-21T04:45:00Z	Africa/Cairo
city-3557689	Guantánamo	Гуантанамо|グアンタナモ	CU	272801	20.1444	-75.2092	2026-12-21T11:31:00Z	America/Havana
city-1728930	Baguio	Lungsod ng Baguio|Baguio City|Bagijas|Багио|碧瑶市|バギオ	PH	272714	16.4164	120.5931	2026-12-20T22:21:00Z	Asia/Manila
city-3454031	Petrópolis	Петрополис|彼得罗波利斯|ペトロポリス	BR	272691	-22.505	-43.1786	2026-12-21T08:05:00Z	America/Sao_Paulo
city-289888	Ar Rayyān	الريان|Al Rayyan	QA	272465	25.2919	51.4244	2026-12-21T03:15:00Z	Asia/Qatar
city-965289	Polokwane	Pietersburg|Polokvanė|Полокване|波羅克瓦尼|بولوكوان	ZA	272461	-23.9045	29.4688	2026-12-21T03:12:00Z	Africa/Johannesburg
city-3196359	Ljubljana	Liubliana|Lubiana|Lublana|Lublaň|Любляна|卢布尔雅那|ليوبليانا	SI	272220	46.0511	14.5051	2026-12-21T06:41:00Z	Europe/Ljubljana
city-1139715	Jalālābād	جلال‌آباد|Dschalalabad|Dżalalabad|Джелалабад	AF	271900	34.4265	70.4515	2026-12-21T02:20:00Z	Asia/Kabul
city-170794	Deir ez-Zor	دير الزور|Dayr az Zawr|Deir el-Zor|Dajr az-Zaur|Dajr ez-Zaur|Deyrizor|Дейр-эз-Зор|代尔祖尔	SY	271800	35.3359	40.1408	2026-12-21T04:24:00Z	Asia/Damascus
city-3121424	Gijón	Xixón|Chichonas|Хихон|希洪|خيخون	ES	271780	43.5357	-5.6615	2026-12-21T07:52:00Z	Europe/Madrid
city-3450083	Santa Maria	Santa Marija|Санта-Мария|聖瑪麗亞|산타마리아	BR	271735	-29.6842	-53.8069	2026-12-21T08:32:00Z	America/Sao_Paulo
city-3392998	Parnamirim	Парнамирин	BR	271713	-5.9156	-35.2628	2026-12-21T08:05:00Z	America/Fortaleza
city-106297	Hafar Al-Batin	حفر الباطن	SA	271642	28.4328	45.9708	2026-12-21T03:44:00Z	Asia/Riyadh
city-1860704	Kakogawachō-honmachi	加古川市|Kakogawa|가코가와 시	JP	271634	34.7694	134.829	2026-12-20T22:04:00Z	Asia/Tokyo
city-1574023	Mỹ Tho	Mita|Mitho|Мита|مئے تھو	VN	270700	10.36	106.36	2026-12-20T23:07:00Z	Asia/Ho_Chi_Minh
city-2111901	Mito	水戸市	JP	270685	36.35	140.45	2026-12-20T21:46:00Z	Asia/Tokyo
city-2651347	Derby	Derbis|Дерби|德比|ديربي	GB	270468	52.9228	-1.4766	2026-12-21T08:17:00Z	Europe/London
city-339219	Dessie	Dese|Desje	ET	270400	11.1333	39.6333	2026-12-21T03:35:00Z	Africa/Addis_Ababa
city-1580410	Hạ Long	Thành Phố Hạ Long|下龙市|Халонг	VN	270054	20.9505	107.0734	2026-12-20T23:24:00Z	Asia/Bangkok
city-2921466	Gelsenkirchen	Gelzenkirchenas|Гельзенкирхен|盖尔森基兴|غيلسنكيرشن	DE	270028	51.5051	7.0965	2026-12-21T07:35:00Z	Europe/Berlin
city-710791	Cherkasy	Черкаси|Черкассы|Tcherkassy|Tscherkassy|Čerkasy|Tcherkássi|Czerkasy|切爾卡瑟	UA	269836	49.4445	32.0574	2026-12-21T05:45:00Z	Europe/Kyiv
city-1702540	Malolos	Lungsod ng Malolos|Malolos City|Малолос|말롤로스	PH	269809	14.8443	120.8104	2026-12-20T22:17:00Z	Asia/Manila
city-2637487	Southampton	Sautamptonas|Саутгемптон|南安普敦|ساوثهامبتون	GB	269781	50.904	-1.4043	2026-12-21T08:06:00Z	Europe/London
city-748879	Çorum	Čorumas|Чорум|喬魯姆|جوروم	TR	269595	40.5489	34.9533	2026-12-21T05:00:00Z	Europe/Istanbul
city-3430697	Merlo	Мерло|梅洛|ميرلو، بوينس آيرس	AR	268961	-34.6654	-58.7274	2026-12-21T08:38:00Z	America/Argentina/Buenos_Aires
city-1884138	Yeosu	여수시|Josu|Йосу|麗水市	KR	268823	34.7606	127.6621	2026-12-20T22:32:00Z	Asia/Seoul
city-1272181	Durg	दुर्ग|দুর্গ|Дург	IN	268806	21.1915	81.2762	2026-12-21T01:07:00Z	Asia/Kolkata
city-1810979	Fuling	涪陵|Фулин	CN	268658	29.71	107.3939	2026-12-20T23:41:00Z	Asia/Shanghai
city-1841066	Mokpo	목포|Могпхо	KR	268402	34.8128	126.3918	2026-12-20T22:38:00Z	Asia/Seoul
city-1283581	Birgañj	Birgunj|برغنج	NP	268273	27.0174	84.8805	2026-12-21T01:05:00Z	Asia/Kathmandu
city-466806	Yoshkar-Ola	Йошкар-Ола|Йошкaр-Ола|Iochkar-Ola|Joschkar-Ola|Joszkar-Oła|Josjkar-Ola|Joškar-Ola|ヨシュカル・オラ	RU	268272	56.6388	47.8908	2026-12-21T05:22:00Z	Europe/Moscow
city-7838895	Russeifa	Ar-Rusajfa|Er-Russajfa|Rouseifa|Ар-Русайфа|الرصيفة	JO	268237	32.0178	36.0464	2026-12-21T04:32:00Z	Asia/Amman
city-1215502	Banda Aceh	Kota Banda Aceh|Banda Atjeh|Banda Achém|Banda Ačehas|Banda Acheh|Банда-Ачех|班達亞齊|باندا آتشيه	ID	267962	5.5417	95.3333	2026-12-20T23:42:00Z	Asia/Jakarta
city-349158	Shibīn al Kawm	شبين الكوم	EG	267945	30.5526	31.009	2026-12-21T04:49:00Z	Africa/Cairo
city-6317872	Parauapebas	Парауапебас	BR	267836	-6.0675	-49.9022	2026-12-21T09:03:00Z	America/Belem
city-1170295	Mirpur Khas	میر پور خاص|ميرپور خاص|Мирпур-Хас	PK	267833	25.5276	69.0126	2026-12-21T02:05:00Z	Asia/Karachi
city-3682385	Floridablanca	Florida	CO	267591	7.0622	-73.0864	2026-12-21T10:59:00Z	America/Bogota
city-1850158	Tokushima	徳島市|Tokušima|Токусима|도쿠시마 시	JP	267345	34.0667	134.5667	2026-12-20T22:03:00Z	Asia/Tokyo
city-487495	Sterlitamak	Стерлитамак|Стәрлетамак|Sztyerlitamak|Stärletamaq|Sterlitamakas|斯捷尔利塔马克	RU	267231	53.6379	55.9533	2026-12-21T04:31:00Z	Asia/Yekaterinburg
city-1278672	Anantapur	అనంతపురం|अनंतपूर|Анантапуре	IN	267161	14.6778	77.6081	2026-12-21T01:10:00Z	Asia/Kolkata
city-1841598	Gyeongsan-si	경산시	KR	266951	35.8233	128.7378	2026-12-20T22:31:00Z	Asia/Seoul
city-347796	Sohag	سوهاج|Sauhadż|Sevhac|Sohagas|Сохаг|索哈傑	EG	266944	26.557	31.6948	2026-12-21T04:37:00Z	Africa/Cairo
city-1856199	Nagaoka	長岡市|Нагаока|ناغاوكا	JP	266936	37.45	138.85	2026-12-20T21:55:00Z	Asia/Tokyo
city-3717588	Saint-Marc	Сен-Марк	HT	266642	19.1114	-72.7008	2026-12-21T11:19:00Z	America/Port-au-Prince
city-1185281	Bagerhat	Багерхат	BD	266388	22.6566	89.7912	2026-12-21T00:36:00Z	Asia/Dhaka
city-1581047	Hà Tĩnh	Province de Hà Tĩnh|河靜市|Ha Thin|Хатинь|하띤	VN	266321	18.3428	105.9057	2026-12-20T23:23:00Z	Asia/Bangkok
city-6141256	Saskatoon	Saskatūnas|Саскатун|萨斯卡通|ساسكاتون	CA	266141	52.1324	-106.6689	2026-12-21T15:13:00Z	America/Regina
city-1786640	Chengzhong	城中	CN	265886	30.9445	113.5528	2026-12-20T23:19:00Z	Asia/Shanghai
city-2500017	Djelfa	ولاية الجلفة|Dżilfa	DZ	265833	34.6728	3.263	2026-12-21T06:50:00Z	Africa/Algiers
city-5336899	Chula Vista	Čula Vista|Чула-Виста|丘拉維斯塔|تشولا فيستا	US	265757	32.6401	-117.0842	2026-12-21T14:46:00Z	America/Los_Angeles
city-1852225	Shimonoseki	下関市|Şimonoseki|Симоносеки|下关市	JP	265684	33.9555	130.9371	2026-12-20T22:17:00Z	Asia/Tokyo
city-5174035	Toledo	Толедо|托莱多|توليدو	US	265638	41.6639	-83.5552	2026-12-21T12:58:00Z	America/New_York
city-158027	Kibaha	Kibakha|Кибаха|كيبها	TZ	265360	-6.7667	38.9167	2026-12-21T03:07:00Z	Africa/Dar_es_Salaam
city-2036670	Hulan Ergi	Fu-erh-la-chi|Fu-la-erh-chi|Fularki	CN	265344	47.2042	123.6333	2026-12-20T23:29:00Z	Asia/Shanghai
city-3031582	Bordeaux	Bourdel|Bordeus|Burdeos|Bordo|Бордо|波尔多|بوردو	FR	265328	44.8412	-0.5805	2026-12-21T07:37:00Z	Europe/Paris
city-3247449	Aachen	Aix-la-Chapelle|Aquisgrán|Aquisgrana|Aquisgrano|Akwizgran|Ахен|亚琛|آخن	DE	265208	50.7766	6.0834	2026-12-21T07:35:00Z	Europe/Berlin
city-2797656	Gent	Gand|Ghent|Gante|Gandawa|Gentas|Гент|根特|غنت	BE	265086	51.05	3.7167	2026-12-21T07:46:00Z	Europe/Brussels
city-3462089	Gravataí	Граватаи|格拉瓦塔伊	BR	265074	-29.9422	-50.9928	2026-12-21T08:20:00Z	America/Sao_Paulo
city-1701472	Mantampay		PH	265032	8.1667	124.2167	2026-12-20T21:51:00Z	Asia/Manila
city-1258342	Ratlām	Hatlam	IN	264914	23.3303	75.0403	2026-12-21T01:37:00Z	Asia/Kolkata
city-4004886	Nogales	Ногалес|諾加萊斯	MX	264782	31.3086	-110.9422	2026-12-21T14:19:00Z	America/Hermosillo
city-380148	El Daein	الضعين	SD	264734	11.4619	26.1258	2026-12-21T04:30:00Z	Africa/Khartoum
city-1812521	Donghai	东海	CN	264709	22.9459	115.642	2026-12-20T22:53:00Z	Asia/Shanghai
city-1842025	Gunsan	군산시|Kunsan|Кунсан|群山市	KR	264656	35.9786	126.7114	2026-12-20T22:39:00Z	Asia/Seoul
city-3394682	Mossoró	Мосоро|莫索罗|モソロー	BR	264577	-5.1875	-37.3442	2026-12-21T08:15:00Z	America/Fortaleza
city-1258451	Rānipet	Ranippettai	IN	264330	12.9247	79.3333	2026-12-21T00:59:00Z	Asia/Kolkata
city-2392087	Porto-Novo	Porto Novas|Порто-Ново|新港|بورتو نوفو	BJ	264320	6.4965	2.6036	2026-12-21T05:55:00Z	Africa/Porto-Novo
city-710719	Chernivtsi	Чернівці|Черновцы|Tchernivtsi|Tschernowitz|Černivci|Czerniowce|Tsjernivtsi|切爾諾夫策	UA	264298	48.2904	25.9324	2026-12-21T06:04:00Z	Europe/Kyiv
city-5099836	Jersey City	Džersi Sitis|Thành phố Jersey|Джерси-Сити|泽西市|جيرسي سيتي	US	264290	40.7282	-74.0776	2026-12-21T12:17:00Z	America/New_York
city-3654410	Manta	Manta Ecuador|Манта|曼塔|만타	EC	264281	-0.9494	-80.7314	2026-12-21T11:16:00Z	America/Guayaquil
city-5511077	Reno	Rynas|Рино|雷諾|رينو	US	264165	39.5296	-119.8138	2026-12-21T15:16:00Z	America/Los_Angeles
city-3652350	Riobamba	Риобамба|里奧班巴|ريوبامبا	EC	264048	-1.6651	-78.6589	2026-12-21T11:06:00Z	America/Guayaquil
city-300619	Sivas	Sêwas|Sivasas|Сивас|錫瓦斯|سيواس	TR	264022	39.7483	37.0161	2026-12-21T04:49:00Z	Europe/Istanbul
city-2633691	Wolverhampton	Vulverhamptonas|Вулвергемптон|伍爾弗漢普頓|وولفرهامبتون	GB	263700	52.5855	-2.123	2026-12-21T08:17:00Z	Europe/London
city-1632228	Pasarkemis		ID	263289	-6.1703	106.5303	2026-12-20T22:37:00Z	Asia/Jakarta
city-1812228	Dongtai	Dongtai Shi|Dongtai Zhen|Tung-t'ai|东台	CN	262873	32.8523	120.3095	2026-12-20T22:57:00Z	Asia/Shanghai
city-3429652	Quilmes	Kilmesas|Кильмес|基尔梅斯|كويلمس	AR	262379	-34.7206	-58.2545	2026-12-21T08:36:00Z	America/Argentina/Buenos_Aires
city-1863985	Fukui-shi	福井市|Фукуй	JP	262328	36.0644	136.2226	2026-12-20T22:02:00Z	Asia/Tokyo
city-7302826	Lal Bahadur Nagar	L.B.Nagar	IN	261987	17.3477	78.5576	2026-12-21T01:11:00Z	Asia/Kolkata
city-2869894	Mönchengladbach	Menchengladbachas|Мёнхенгладбах|门兴格拉德巴赫|مونشنغلادباخ	DE	261742	51.1854	6.4417	2026-12-21T07:36:00Z	Europe/Berlin
city-686967	Zhytomyr	Житомир|Żytomierz|Jytomyr|Schytomyr|Žytomyr|Zjytomyr|日托米尔|جيتومير	UA	261624	50.2623	28.6791	2026-12-21T06:02:00Z	Europe/Kyiv
city-1529401	Karamay	克拉玛依市|克拉瑪依|Karamajus|Карамай	CN	261445	45.5847	84.8872	2026-12-21T01:57:00Z	Asia/Urumqi
city-1278483	Arrah	आरा|আররাহ|Ара	IN	261430	25.5563	84.6633	2026-12-21T01:03:00Z	Asia/Kolkata
city-2034400	Tongliao	通辽市|通遼|Thông Liêu|Тунляо	CN	261110	43.6125	122.2653	2026-12-20T23:21:00Z	Asia/Shanghai
city-161218	Bariadi	Bariati	TZ	260927	-2.8	33.9833	2026-12-21T03:33:00Z	Africa/Dar_es_Salaam
city-1069166	Antsirabe	Ancirabė|Antisrabe|Анцирабе|安齐拉贝|أنتسيرابي	MG	260907	-19.8659	47.0333	2026-12-21T02:10:00Z	Indian/Antananarivo
city-5289282	Chandler	Čandleris|Чандлер|钱德勒|تشاندلر	US	260828	33.3062	-111.8413	2026-12-21T14:27:00Z	America/Phoenix
city-363619	Yei	Jėjus|Ей|耶伊|ياي	SS	260720	4.0944	30.6764	2026-12-21T03:59:00Z	Africa/Juba
city-634963	Tampere	Tammerfors|Тампере|坦佩雷|تامبيري	FI	260646	61.4991	23.7871	2026-12-21T07:42:00Z	Europe/Helsinki
city-1062663	Mahajanga	Mahadzanga|Махадзанга|马哈赞加|ماجنكا	MG	260556	-15.7167	46.3167	2026-12-21T02:21:00Z	Indian/Antananarivo
city-4920423	Fort Wayne	Fort Veinas|Форт-Уэйн|韋恩堡|فورت واين	US	260326	41.1306	-85.1289	2026-12-21T13:02:00Z	America/Indiana/Indianapolis
city-2640194	Plymouth	Plimutas|Плимут|普利茅斯|بليموث	GB	260203	50.3715	-4.143	2026-12-21T08:14:00Z	Europe/London
city-1799471	Nianbo	Haidong|Le-tu|Ledu|海东市	CN	260184	36.48	102.4164	2026-12-21T00:18:00Z	Asia/Shanghai
city-1701053	Marawi City	City of Dansalan|Dansalan|Dansalan City	PH	259993	8.0034	124.284	2026-12-20T21:51:00Z	Asia/Manila
city-1512979	Qo‘qon	Коканд|Kokand|Qoʻqon|Kokandas|コーカンド|코칸트	UZ	259700	40.5286	70.9425	2026-12-21T02:36:00Z	Asia/Tashkent
city-1684712	Tacloban	Lungsod ng Tacloban|Tacloban City|Taklobanas|Таклобан|独鲁万市|تاكلوبان	PH	259353	11.2433	125.0047	2026-12-20T21:54:00Z	Asia/Manila
city-3450909	Rondonópolis	Rodonopolis	BR	259167	-16.4708	-54.6356	2026-12-21T09:03:00Z	America/Cuiaba
city-1815669	Changle	Ch'ang-lo|Ch'ang-lo-hsien|Ch'ang-lu	CN	259161	36.7058	118.8275	2026-12-20T23:13:00Z	Asia/Shanghai
city-7302833	Gajuwaka	గాజువాక	IN	258944	17.7	83.2167	2026-12-21T00:53:00Z	Asia/Kolkata
city-2036458	Jining	Цзинин	CN	258757	41.0275	113.1058	2026-12-20T23:49:00Z	Asia/Shanghai
city-293703	Rishon LeTsiyyon	ראשון לציון|Rishon LeZiyyon|Rishon LeZion|Rischon LeZion|Riszon le-Cijjon|Risjon Letsion|Ришон-ле-Цион	IL	258535	31.971	34.7894	2026-12-21T04:37:00Z	Asia/Jerusalem
city-1862462	Hiratsuka	平塚市|Hiracuka|Хирацука|هيراتسوكا	JP	258422	35.3278	139.3373	2026-12-20T21:47:00Z	Asia/Tokyo
city-2636841	Stoke-on-Trent	The Potteries|Stokas prie Trento|Сток-он-Трент|特倫特河畔斯托克|ستوك-أون-ترينت	GB	258366	53.0042	-2.1854	2026-12-21T08:20:00Z	Europe/London
city-5110629	Buffalo	Búfalo|Bafalas|Буффало|水牛城|بوفالو	US	258071	42.8865	-78.8784	2026-12-21T12:43:00Z	America/New_York
city-3164527	Verona	Vérone|Werona|Верона|维罗纳|فيرونا	IT	258031	45.4385	10.9938	2026-12-21T06:53:00Z	Europe/Rome
city-1584071	Ðà Lạt	Da Lat|Далат	VN	258014	11.9465	108.4419	2026-12-20T23:01:00Z	Asia/Ho_Chi_Minh
city-3836564	San Salvador de Jujuy	San Salvador de Chuchujus|Сан Сальвадор де Жужуй|圣萨尔瓦多-德胡胡伊|سان سلفادور دي خوخوي	AR	257970	-24.1928	-65.2934	2026-12-21T09:30:00Z	America/Argentina/Jujuy
city-4464368	Durham	Daremas|Дарем|德罕|دورهام	US	257636	35.994	-78.8986	2026-12-21T12:22:00Z	America/New_York
city-1271987	Etāwah		IN	257448	26.7762	79.0213	2026-12-21T01:28:00Z	Asia/Kolkata
city-3104499	Gasteiz / Vitoria	Vitoria|Gasteiz|Vitoria-Gasteiz|Витория-Гастейс|ビトリア	ES	257407	42.85	-2.6727	2026-12-21T07:38:00Z	Europe/Madrid
city-10942183	Rugao		CN	257400	32.3704	120.5765	2026-12-20T22:55:00Z	Asia/Shanghai
city-4005775	Gómez Palacio		MX	257352	25.5687	-103.4996	2026-12-21T13:36:00Z	America/Monterrey
city-3466779	Cascavel	Kaskavelas|Каскавел|卡斯卡韋爾|الأفعى ذات الجرس	BR	257172	-24.9558	-53.4553	2026-12-21T08:41:00Z	America/Sao_Paulo
city-4171563	St. Petersburg	Saint Petersburg	US	257083	27.7709	-82.6793	2026-12-21T12:17:00Z	America/New_York
city-3120619	L'Hospitalet de Llobregat	Hospitalet de Llobregat|Оспиталет-де-Льобрегат	ES	257038	41.3597	2.1003	2026-12-21T07:14:00Z	Europe/Madrid
city-3099424	Gdynia	Gdingen|Gdyně|Гдыня|格丁尼亚|غدينيا	PL	257000	54.5189	18.5319	2026-12-21T07:06:00Z	Europe/Warsaw
city-5359777	Irvine	Irvinas|Ирвин|爾灣|إرفاين	US	256927	33.6695	-117.8231	2026-12-21T14:52:00Z	America/Los_Angeles
city-5992996	Kitchener	Kičeneris|Китченер|基秦拿|كيتشنر	CA	256885	43.4254	-80.5112	2026-12-21T12:51:00Z	America/Toronto
city-1793899	Suicheng	Sui-ch'eng-chen|Sui-ning-ch'eng|Sui-ning-hsien	CN	256665	33.8963	117.9331	2026-12-20T23:09:00Z	Asia/Shanghai
city-1800234	Nada	Chan-hsien|Danxian|Danzhou|儋州市	CN	256652	19.5213	109.579	2026-12-20T23:11:00Z	Asia/Shanghai
city-3997479	Los Mochis	Лос-Мочис|洛斯莫奇斯|ロスモチス	MX	256613	25.791	-108.9982	2026-12-21T13:58:00Z	America/Mazatlan
city-2051523	Bratsk	Братск|Brack|Bratskas|布拉茨克|براتسك	RU	256600	56.1325	101.6142	2026-12-21T01:44:00Z	Asia/Irkutsk
city-3522210	Pachuca de Soto	Pachuca|Pačuka|Пачука-де-Сото|帕丘卡|パチューカ	MX	256584	20.117	-98.7333	2026-12-21T13:06:00Z	America/Mexico_City
city-919009	Chingola	Čingola|Чингола|欽戈拉|شينغولا	ZM	256560	-12.529	27.8838	2026-12-21T03:40:00Z	Africa/Lusaka
city-692194	Sumy	Суми|Сумы|Soumy|Soemy|Szumi|Sumai|Sumî|蘇梅	UA	256474	50.9174	34.7991	2026-12-21T05:41:00Z	Europe/Kyiv
city-2642465	Milton Keynes	Milton Keinsas|Милтон-Кинс|米尔顿凯恩斯|ميلتون كينز	GB	256385	52.0417	-0.7558	2026-12-21T08:09:00Z	Europe/London
city-3461311	Indaiatuba	Индаятуба|因达亚图巴	BR	256223	-23.0884	-47.2119	2026-12-21T08:20:00Z	America/Sao_Paulo
city-4705349	Laredo	Ларедо|拉雷多|لاريدو	US	256153	27.5064	-99.5075	2026-12-21T13:24:00Z	America/Chicago
city-2392204	Parakou	Параку|帕拉庫|パラクー	BJ	255478	9.3372	2.6303	2026-12-21T06:00:00Z	Africa/Porto-Novo
city-215771	Isiro	Исиро	CD	255409	2.7739	27.616	2026-12-21T04:09:00Z	Africa/Lubumbashi
city-116996	Sari	ساری|Szári|Saris|Сари|薩里市	IR	255396	36.5633	53.0601	2026-12-21T03:36:00Z	Asia/Tehran
city-1624725	Tarakan	Kota Tarakan|Таракан|塔拉卡恩|تاراكان	ID	255310	3.3133	117.5915	2026-12-20T22:09:00Z	Asia/Makassar
city-2407790	Kenema	Кенеме|凯内马|ケネマ	SL	255110	7.8769	-11.1903	2026-12-21T06:53:00Z	Africa/Freetown
city-3522507	Oaxaca	Oaxaca de Juárez|Oaxaca City|Oachaka|Оахака-де-Хуарес|瓦哈卡市|أوخاكا	MX	255029	17.0602	-96.7254	2026-12-21T12:52:00Z	America/Mexico_City
city-3347019	Mossamedes	Namibė|Намибе|納米貝|ナミベ	AO	255000	-15.1961	12.1522	2026-12-21T04:38:00Z	Africa/Luanda
city-2163355	Hobart	Hobartas|Хобарт|荷巴特|هوبارت	AU	254930	-42.8794	147.3294	2026-12-20T18:28:00Z	Australia/Hobart
city-2338106	Ikot Ekpene		NG	254806	5.1819	7.7148	2026-12-21T05:32:00Z	Africa/Lagos
city-1787031	Yanzhou	Ch'ie-fou|Tzeyang|Tzu-yang	CN	254788	35.5528	116.8286	2026-12-20T23:18:00Z	Asia/Shanghai
city-1897007	Hanam	하남	KR	254415	37.54	127.2056	2026-12-20T22:42:00Z	Asia/Seoul
city-1608133	Mueang Nonthaburi	เทศบาลนครนนทบุรี|Nonthaburi|Нонтхабури	TH	254375	13.8607	100.5148	2026-12-20T23:36:00Z	Asia/Bangkok
city-1169692	Muridke	Muridike|Муридке|مريدکی|穆里德蓋	PK	254291	31.8026	74.2577	2026-12-21T01:59:00Z	Asia/Karachi
city-2246452	Saint-Louis	Sen Luji|Сен-Луи|圣路易|سانت لويس	SN	254171	16.0179	-16.4896	2026-12-21T07:29:00Z	Africa/Dakar
city-3456068	Novo Hamburgo	Нову-Амбургу|新漢堡|ノヴォ・アンブルゴ	BR	253841	-29.6783	-51.1306	2026-12-21T08:21:00Z	America/Sao_Paulo
city-1626916	Singkawang	Sekawang	ID	253812	0.9093	108.9846	2026-12-20T22:40:00Z	Asia/Pontianak
city-1336134	Cox’s Bāzār	Кокс-Базар	BD	253788	21.4397	92.0096	2026-12-21T00:25:00Z	Asia/Dhaka
city-3465284	Cotia	Cutia	BR	253608	-23.6039	-46.9192	2026-12-21T08:18:00Z	America/Sao_Paulo
city-293918	Petaẖ Tiqva	פתח תקווה|Petah Tikva	IL	253529	32.0871	34.8875	2026-12-21T04:37:00Z	Asia/Jerusalem
city-1513243	Marg‘ilon	Маргилан|Margilan	UZ	253500	40.4724	71.7246	2026-12-21T02:33:00Z	Asia/Tashkent
city-1278903	Ambarnath	Амарнатх	IN	253475	19.2	73.1667	2026-12-21T01:36:00Z	Asia/Kolkata
city-1262131	Naihāti		IN	253221	22.894	88.4152	2026-12-21T00:42:00Z	Asia/Kolkata
city-683844	Braşov	Brassó|Kronstadt|Braszów|Брашов|ブラショフ|브라쇼브	RO	253200	45.6486	25.6061	2026-12-21T05:55:00Z	Europe/Bucharest
city-3444914	Vitória da Conquista	Vitorija da Konkista|Витория-да-Конкиста|维多利亚-达孔基斯塔|ヴィトリア・ダ・コンキスタ	BR	253137	-14.8661	-40.8394	2026-12-21T08:11:00Z	America/Bahia
city-1804386	Laohekou	老河口	CN	253112	32.3858	111.6678	2026-12-20T23:30:00Z	Asia/Shanghai
city-962367	Richards Bay	Ричардс-Бей	ZA	252968	-28.783	32.0377	2026-12-21T02:50:00Z	Africa/Johannesburg
city-350550	Qina	قنا	EG	252883	26.1642	32.7267	2026-12-21T04:32:00Z	Africa/Cairo
city-1276128	Bharatpur	भरतपुर|ભરતપુર|Бхаратпур	IN	252838	27.2173	77.4901	2026-12-21T01:35:00Z	Asia/Kolkata
city-632453	Vantaa	Vanda|Vanta|Вантаа|万塔|فانتا	FI	252724	60.2941	25.041	2026-12-21T07:25:00Z	Europe/Helsinki
city-2735943	Porto	Oporto|Порту|波圖|بورتو	PT	252687	41.1485	-8.611	2026-12-21T07:56:00Z	Europe/Lisbon
city-2891122	Kiel	Kilonia|Kylis|Киль|基尔|كيل	DE	252668	54.3213	10.1349	2026-12-21T07:38:00Z	Europe/Berlin
city-379555	El Fasher	Al Fāshir|Al-Faschir|Эль-Фашир	SD	252609	13.6279	25.3494	2026-12-21T04:37:00Z	Africa/Khartoum
city-2244799	Thiès Nones		SN	252320	14.7833	-16.9667	2026-12-21T07:28:00Z	Africa/Dakar
city-2034655	Suihua	绥化|綏化|Suej-chua|Tuy Hóa|Суйхуа	CN	252245	46.6481	126.9666	2026-12-20T23:13:00Z	Asia/Shanghai
city-3633622	Los Teques	Los Tekesas|洛斯特克斯|ロス・テケス|Λος Τέκες	VE	252242	10.3495	-67.0427	2026-12-21T10:41:00Z	America/Caracas
city-3835869	Santiago del Estero	Ciudad de Santiago del Estero|Santjago del Esteras|Сантьяго-дель-Эстеро|圣地亚哥-德尔埃斯特罗|سانتياغو ديل استيرو	AR	252192	-27.8005	-64.2629	2026-12-21T09:18:00Z	America/Argentina/Cordoba
city-2481700	Sétif	سطيف|Satif|Setifas|Сетиф|塞提夫	DZ	252127	36.1911	5.4137	2026-12-21T06:45:00Z	Africa/Algiers
city-1276609	Begusarai	बेगूसराय|বেগুসারাই|Бегусарай	IN	252008	25.4185	86.1339	2026-12-21T00:57:00Z	Asia/Kolkata
city-140044	Borūjerd	بروجرد|Боруджерд	IR	251958	33.8973	48.7516	2026-12-21T03:46:00Z	Asia/Tehran
city-32767	Qarchak	قرچك	IR	251834	35.4287	51.5776	2026-12-21T03:39:00Z	Asia/Tehran
city-325303	Afyonkarahisar	Afyon|Afjonkarahisaras|Афьонкарахисар|阿菲永卡拉希萨尔|أفيون قره حصار	TR	251799	38.7567	30.5433	2026-12-21T05:12:00Z	Europe/Istanbul
city-311111	İskenderun	Alejandreta|Aleksandretta|Iskenderunas|Искендерун|伊斯肯德倫|إسكندرونة	TR	251682	36.5872	36.1735	2026-12-21T04:43:00Z	Europe/Istanbul
city-179330	Thika	Тик	KE	251407	-1.0333	37.0693	2026-12-21T03:24:00Z	Africa/Nairobi
city-1690039	San Fernando	Lungsod ng San Fernando|San Fernando City|Сан-Фернандо|圣费尔南多|サンフェルナンド	PH	251248	15.0343	120.6844	2026-12-20T22:18:00Z	Asia/Manila
city-3347353	Menongue	Menongė|Менонге|梅農蓋|メノングエ	AO	251178	-14.6585	17.691	2026-12-21T04:17:00Z	Africa/Luanda
city-333772	Jimma	Djimma|Dzhimma|Dzima|Джимма|جيما|吉馬	ET	250900	7.6734	36.8344	2026-12-21T03:40:00Z	Africa/Addis_Ababa
city-3462315	Governador Valadares	Governador Valadaresas|Говернадор-Валадарес|瓦拉達里斯州長市|ゴベルナドール・バラダレス	BR	250878	-18.8511	-41.9494	2026-12-21T08:08:00Z	America/Sao_Paulo
city-665087	Timişoara	Temesvár|Temeswar|Temišvar|Тимишоара|تيميشوارا|ティミショアラ	RO	250849	45.7537	21.2257	2026-12-21T06:13:00Z	Europe/Bucharest
city-3464305	Embu das Artes	Embu|Эмба	BR	250691	-23.6489	-46.8522	2026-12-21T08:17:00Z	America/Sao_Paulo
city-3537906	Santa Clara	Santa Klara|Санта Клара|圣克拉拉|سانتا كلارا	CU	250512	22.4071	-79.9658	2026-12-21T11:55:00Z	America/Havana
city-2336905	Iwo	Иво	NG	250443	7.6353	4.1816	2026-12-21T05:51:00Z	Africa/Lagos
city-3119841	A Coruña	La Coruña|Corunya|La Corogne|Corunha|La Korunja|Ла-Корунья|拉科魯尼亞|لا كورونيا	ES	250438	43.3713	-8.396	2026-12-21T08:03:00Z	Europe/Madrid
city-1706684	Libertad		PH	250353	8.9442	125.5019	2026-12-20T21:48:00Z	Asia/Manila
city-4000900	La Paz	Ла-Пас	MX	250141	24.1423	-110.3132	2026-12-21T14:00:00Z	America/Mazatlan
city-366847	Singa	سنجة	SD	250000	13.1483	33.9312	2026-12-21T04:02:00Z	Africa/Khartoum
city-787657	Niš	Nisz|Ниш	RS	250000	43.3247	21.9033	2026-12-21T06:01:00Z	Europe/Belgrade
city-3872348	San Bernardo	Сан-Бернардо|聖貝爾納多	CL	249858	-33.5922	-70.6996	2026-12-21T09:29:00Z	America/Santiago
city-1851604	Sōka	草加|Сок	JP	249645	35.8364	139.7996	2026-12-20T21:47:00Z	Asia/Tokyo
city-925475	Mzuzu	Мзузу|姆祖祖|مزوزو	MW	249564	-11.4656	34.0207	2026-12-21T03:18:00Z	Africa/Blantyre
city-1697846	Navotas	Lungsod ng Navotas	PH	249463	14.6667	120.95	2026-12-20T22:16:00Z	Asia/Manila
city-1254320	Tiruvottiyūr	Tiruvattiyur	IN	249446	13.1582	80.3018	2026-12-21T00:56:00Z	Asia/Kolkata
city-5911606	Burnaby	Barnabis|Бернаби|本那比|بورنبي	CA	249125	49.2664	-122.9526	2026-12-21T16:04:00Z	America/Vancouver
city-5525577	Lubbock	Лаббок|拉伯克|لوبوك	US	249042	33.5779	-101.8552	2026-12-21T13:48:00Z	America/Chicago
city-2110556	Yamagata	山形|Ямагата	JP	248772	38.2333	140.3667	2026-12-20T21:51:00Z	Asia/Tokyo
city-3516109	Tehuacán	Теуакан|提瓦坎	MX	248716	18.4642	-97.3974	2026-12-21T12:57:00Z	America/Mexico_City
city-3640049	Guarenas		VE	248588	10.4703	-66.6193	2026-12-21T10:39:00Z	America/Caracas
city-2992166	Montpellier	Montpelhièr|Montpeller|Monpeljė|Монпелье|蒙彼利埃|مونبلييه	FR	248252	43.6109	3.8763	2026-12-21T07:14:00Z	Europe/Paris
city-2336056	Jimeta		NG	248148	9.2795	12.4582	2026-12-21T05:21:00Z	Africa/Lagos
city-3100946	Częstochowa	Czenstochau|Čenstochová|Čenstakava|Ченстохова|琴斯托霍瓦|تشيستوخوفا	PL	248125	50.7965	19.1241	2026-12-21T06:43:00Z	Europe/Warsaw
city-1271717	Gāndhīdhām	Gandi Dham	IN	247992	23.0833	70.1333	2026-12-21T01:56:00Z	Asia/Kolkata
city-1816790	Beibei	北碚|Бэй	CN	247702	29.8274	106.4364	2026-12-20T23:45:00Z	Asia/Shanghai
city-2634341	City of Westminster	Westminster	GB	247614	51.4975	-0.1357	2026-12-21T08:04:00Z	Europe/London
city-5295903	Gilbert	Gilbertas|Гилберт|吉尔伯特|ギルバート	US	247542	33.3528	-111.789	2026-12-21T14:27:00Z	America/Phoenix
city-2940132	Chemnitz	Saská Kamenice|Chemnicas|Хемниц|开姆尼茨|كيمنتس	DE	247220	50.8357	12.9292	2026-12-21T07:08:00Z	Europe/Berlin
city-3841956	Paraná	Парана|巴拉那|بارانا، انتري ريوس	AR	247139	-31.7327	-60.529	2026-12-21T08:53:00Z	America/Argentina/Cordoba
city-3583446	San Miguel	San Miquel|San-Migel'|Сан-Мигель|سان ميغيل	SV	247126	13.4826	-88.1821	2026-12-21T12:11:00Z	America/El_Salvador
city-514734	Orsk	Орск|Орски|Orskas|奧爾斯克	RU	246836	51.2321	58.488	2026-12-21T04:08:00Z	Asia/Yekaterinburg
city-944986	Vanderbijlpark	Фандербейлпарк|范德拜爾帕克|فاندربيجلبارك	ZA	246754	-26.7117	27.8379	2026-12-21T03:12:00Z	Africa/Johannesburg
city-3645213	Coro	Santa Ana de Koras|Коро|聖安娜德科羅|سانتا آنا دي كورو	VE	246657	11.4077	-69.6782	2026-12-21T10:53:00Z	America/Caracas
city-3472343	Americana	Amerikana|Американа|亚美利加纳	BR	246655	-22.7392	-47.3314	2026-12-21T08:21:00Z	America/Sao_Paulo
city-1529484	Hami	哈密地区|قۇمۇل شەھىرى|Kumul|Хами	CN	246373	42.8339	93.506	2026-12-21T01:13:00Z	Asia/Urumqi
city-933773	Gaborone	Gaboronas|Габороне|嘉柏隆里|جابورون	BW	246325	-24.6545	25.9086	2026-12-21T03:24:00Z	Africa/Gaborone
city-353229	Al ‘Āshir min Ramaḑān	Cidade do Ramadao|Citta del decimo Ramadan|Ciudad del Ramadon 10|Ел Ашер|10 رمضان شہر|斋月十日城	EG	246148	30.2964	31.7463	2026-12-21T04:45:00Z	Africa/Cairo
city-1263311	Mau	मऊ|মৌ|Мау	IN	246050	25.9417	83.5611	2026-12-21T01:08:00Z	Asia/Kolkata
city-3874960	Puerto Montt	Port Montt|Puerto Montas|Пуэрто-Монт|蒙特港|プエルトモント	CL	245902	-41.4693	-72.9424	2026-12-21T09:14:00Z	America/Santiago
city-2641430	Northampton	Nortamptonas|Нортгемптон|北安普顿|نورثامبتون	GB	245899	52.25	-0.8833	2026-12-21T08:11:00Z	Europe/London
city-3937513	Juliaca	Хульяка|胡利亞卡|フリアカ	PE	245675	-15.5	-70.1333	2026-12-21T10:07:00Z	America/Lima
city-1864134	Fuji	富士市|Fudži|Fudžis|Фудзи|فوجي	JP	245392	35.1667	138.6833	2026-12-20T21:49:00Z	Asia/Tokyo
city-1841603	Gyeongju	경주시|Кёнджу|慶州	KR	245365	35.8428	129.2117	2026-12-20T22:29:00Z	Asia/Seoul
city-2281606	Sinfra		CI	245226	6.621	-5.9114	2026-12-21T06:29:00Z	Africa/Abidjan
city-485239	Syktyvkar	Сыктывкар|Syktywkar|Sziktivkar|Sıktıvkar|Syktyvkaras|Sîktîvkar|瑟克特夫卡爾|سيكتيفكار	RU	245083	61.6639	50.8163	2026-12-21T05:56:00Z	Europe/Moscow
city-132892	Gorgān	اَستِر آباد|Горган	IR	244937	36.8427	54.4439	2026-12-21T03:31:00Z	Asia/Tehran
city-1497543	Nizhnevartovsk	Нижневартовск|Түбән Варта|Nijnevartovsk|Nischnewartowsk|Nižnevartovsk|Niżniewartowsk|Nizjnevartovsk|下瓦爾托夫斯克	RU	244937	60.9344	76.5531	2026-12-21T04:05:00Z	Asia/Yekaterinburg
city-1165569	Shahkot		PK	244868	31.5709	73.4853	2026-12-21T02:01:00Z	Asia/Karachi
city-2755251	Groningen	Grins|Groningue|Groninga|Groningenas|Гронинген|格罗宁根|フローニンゲン市	NL	244807	53.2192	6.5667	2026-12-21T07:46:00Z	Europe/Amsterdam
city-1283582	Biratnagar	बिराटनगर उपमहानगरपालिका|Биратнагар|比拉德訥格爾	NP	244750	26.455	87.2701	2026-12-21T00:54:00Z	Asia/Kathmandu
city-2945024	Braunschweig	Brunswick|Brunszwik|Braunšveigas|Брауншвейг|不伦瑞克|براونشفايغ	DE	244715	52.2659	10.5267	2026-12-21T07:25:00Z	Europe/Berlin
city-3625542	Valera	Валера|巴莱拉	VE	244708	9.3178	-70.6036	2026-12-21T10:53:00Z	America/Caracas
city-3388441	São José de Ribamar	Ribamar|Sao-Jose-do-Ribamar	BR	244579	-2.5557	-44.0599	2026-12-21T08:46:00Z	America/Fortaleza
city-1256320	Sīkar		IN	244497	27.6121	75.14	2026-12-21T01:45:00Z	Asia/Kolkata
city-1300466	Bago	ပဲခူးမြို့|Pégou|Pegu|Bagas|Пегу|勃固	MM	244376	17.3352	96.4814	2026-12-20T23:59:00Z	Asia/Yangon
city-2874545	Magdeburg	Magdebourg|Magdeburgo|Maagdenburg|Magdeburk|Magdeburgas|Магдебург|马格德堡|ماغديبورغ	DE	244329	52.1313	11.6319	2026-12-21T07:20:00Z	Europe/Berlin
city-3648439	Baruta	Nuestra Señora del Rosario de Baruta	VE	244216	10.4342	-66.8756	2026-12-21T10:40:00Z	America/Caracas
city-738648	Trabzon	Trebisonda|Trebizonda|Trabzonas|Трабзон|特拉布宗|طرابزون	TR	244083	41.005	39.7269	2026-12-21T04:42:00Z	Europe/Istanbul
city-1336140	Jessore	Jashore	BD	243987	23.1697	89.2137	2026-12-21T00:40:00Z	Asia/Dhaka
city-304827	Manisa	Маниса	TR	243971	38.612	27.4265	2026-12-21T05:24:00Z	Europe/Istanbul
city-695594	Rivne	Ровно|Równe|Riwne|羅夫諾|روفنو	UA	243873	50.6204	26.237	2026-12-21T06:14:00Z	Europe/Kyiv
city-1214369	Padangsidempuan	Padangsidimpoean|Padangsidimpuan	ID	243843	1.3795	99.2715	2026-12-20T23:19:00Z	Asia/Jakarta
city-1630634	Probolinggo	Kota Probolinggo	ID	243746	-7.7543	113.2159	2026-12-20T22:08:00Z	Asia/Jakarta
city-118063	Sabzevar	Sabzawār|Sabzewar|Sebzevar|Себзевар|薩卜澤瓦爾|سبزوار	IR	243700	36.2126	57.6819	2026-12-21T03:16:00Z	Asia/Tehran
city-3407327	Arapiraca		BR	243661	-9.7525	-36.6611	2026-12-21T08:04:00Z	America/Maceio
city-12042053	Musaffah	مصفح|Musaffah City|Мусаффа	AE	243341	24.3589	54.4827	2026-12-21T03:01:00Z	Asia/Dubai
city-1852899	Sasebo	佐世保市|Сасебо|ساسيبو	JP	243223	33.1683	129.725	2026-12-20T22:20:00Z	Asia/Tokyo
city-2027667	Angarsk	Ангарск|Angarszk|Angarskas|安加尔斯克|أنغارسك	RU	243158	52.5597	103.9141	2026-12-21T01:13:00Z	Asia/Irkutsk
city-8347656	Ramagundam	రామగుండం|ராமகுண்டம்|拉马古恩达姆	IN	242979	18.755	79.474	2026-12-21T01:10:00Z	Asia/Kolkata
city-1270393	Hāpur		IN	242920	28.7298	77.7807	2026-12-21T01:37:00Z	Asia/Kolkata
city-1864624	Chigasaki	茅ヶ崎市|Čigasakis|Тигасаки|茅崎市	JP	242798	35.3364	139.4043	2026-12-20T21:47:00Z	Asia/Tokyo
city-1864518	Chōfu	調布ヶ丘	JP	242614	35.6592	139.5484	2026-12-20T21:47:00Z	Asia/Tokyo
city-1806988	Huayin	Hua-yin-hsien|Hua-yin-hsien-ch'eng|Hwayinhsien	CN	242488	34.5653	110.0664	2026-12-20T23:42:00Z	Asia/Shanghai
city-64435	Berbera	بربرة|Бербера|柏培拉	SO	242344	10.4396	45.0143	2026-12-21T03:12:00Z	Africa/Mogadishu
city-1805012	Jiyuan	Chi-yuan|Chi-yuan-hsien|Jiyuan Shi|双桥	CN	242143	35.0891	112.5881	2026-12-20T23:34:00Z	Asia/Shanghai
city-2284647	Man	Ман|مان	CI	241969	7.4125	-7.5538	2026-12-21T06:37:00Z	Africa/Abidjan
city-1183883	Bahawalnagar	بہاولپور|Bahawalpur	PK	241873	29.9983	73.2527	2026-12-21T01:58:00Z	Asia/Karachi
city-1332083	Bahawalnagar		PK	241873	30.5508	73.3908	2026-12-21T01:59:00Z	Asia/Karachi
city-518255	Novorossiysk	Новороссийск|Noworossijsk|Novorossijsk|Noworosyjsk|Novorossiejsk|Νοβορωσίσκ|노보로시스크	RU	241856	44.7319	37.7618	2026-12-21T05:03:00Z	Europe/Moscow
city-3899361	Arica	Arika|Арика|阿里卡|أريكا	CL	241653	-18.4755	-70.3006	2026-12-21T10:02:00Z	America/Santiago
city-1581326	Hải Dương	Thành Phố Hải Dương|Хайзыонг	VN	241373	20.941	106.333	2026-12-20T23:27:00Z	Asia/Bangkok
city-4499612	Winston-Salem	Vinstonas-Seilemas|Винстон-Салем|温斯顿-塞勒姆|وينستون-سالم، كارولاينا الشمالية	US	241218	36.0999	-80.2442	2026-12-21T12:28:00Z	America/New_York
city-1271942	Farrukhābād		IN	241152	27.3913	79.5793	2026-12-21T01:27:00Z	Asia/Kolkata
city-1857519	Matsumoto	松本市|Macumoto|Мацумото|ماتسوموتو	JP	241145	36.2333	137.9667	2026-12-20T21:55:00Z	Asia/Tokyo
city-1278985	Alappuzha	ആലപ്പുഴ|Alleppey|Алаппужа	IN	240991	9.49	76.3264	2026-12-21T01:05:00Z	Asia/Kolkata
city-3460718	Itapevi	Itapevy	BR	240961	-23.5489	-46.9342	2026-12-21T08:18:00Z	America/Sao_Paulo
city-1267480	Katihar	Hafiz Saifganj	IN	240838	25.5385	87.5704	2026-12-21T00:51:00Z	Asia/Kolkata
city-3457692	Marília	Marilija|Марилья|馬里利亞	BR	240590	-22.2139	-49.9458	2026-12-21T08:33:00Z	America/Sao_Paulo
city-3688451	Buenaventura	Буэнавентура|布埃納文圖拉	CO	240387	3.8801	-77.0312	2026-12-21T11:09:00Z	America/Bogota
city-3645527	Ciudad Ojeda	Siudad Ocheda|奧赫達城	VE	240283	10.2016	-71.3148	2026-12-21T10:57:00Z	America/Caracas
city-5295985	Glendale	Glendeilas|Глендейл|格蘭岱爾|غلانديل	US	240126	33.5386	-112.186	2026-12-21T14:29:00Z	America/Phoenix
city-3460950	Itaboraí	Итабораи|伊塔博拉伊	BR	240040	-22.7444	-42.8594	2026-12-21T08:03:00Z	America/Sao_Paulo
city-1732905	Klang	கிள்ளான்|Klangas|Кланг|كلانج	MY	240016	3.0367	101.4433	2026-12-20T23:14:00Z	Asia/Kuala_Lumpur
city-550280	Khimki	Химки|Chimki|Jimki|Himki|Chimkai|希姆基|خيمكي	RU	239967	55.9001	37.4285	2026-12-21T05:59:00Z	Europe/Moscow
city-707753	Horlivka	Горлівка|Горловка|Horliwka|Górlovka|Gorłówka|戈爾洛夫卡	UA	239828	48.2999	38.0171	2026-12-21T05:16:00Z	Europe/Kyiv
city-1035025	Nacala	Cidade de Nacala|Город-де-Накала	MZ	239808	-14.5626	40.6854	2026-12-21T02:45:00Z	Africa/Maputo
city-1790371	Xiantao	Hsien-t'ao-chen|Mianyang|Mien-yang	CN	239406	30.3708	113.4429	2026-12-20T23:18:00Z	Asia/Shanghai
city-523523	Nalchik	Нальчик|Naltšik	RU	239300	43.4981	43.6189	2026-12-21T04:35:00Z	Europe/Moscow
city-2130203	Hachinohe	八戸	JP	239046	40.5	141.5	2026-12-20T21:53:00Z	Asia/Tokyo
city-1839652	Osan	오산시|Осан|烏山市	KR	238788	37.1522	127.0706	2026-12-20T22:41:00Z	Asia/Seoul
city-2998324	Lille	Lilla|Rijsel|Lilis|Лилль|里尔|ليل	FR	238695	50.6339	3.0551	2026-12-21T07:47:00Z	Europe/Paris
city-6697563	Neyagawa	寝屋川市	JP	238549	34.7662	135.6276	2026-12-20T22:01:00Z	Asia/Tokyo
city-1697018	Ormoc	Lungsod ng Ormoc|Ormoc City|Ормок|オルモック|오르모크	PH	238545	11.0064	124.6075	2026-12-20T21:55:00Z	Asia/Manila
city-3523760	Magdalena Contreras		MX	238431	19.3321	-99.2112	2026-12-21T13:06:00Z	America/Mexico_City
city-1185159	Nāgarpur	Nagurpoor	BD	238422	24.0578	89.877	2026-12-21T00:39:00Z	Asia/Dhaka
city-158214	Kasulu	Касулу	TZ	238321	-4.5767	30.1025	2026-12-21T03:46:00Z	Africa/Dar_es_Salaam
city-707471	Ivano-Frankivsk	Івано-Франківськ|Ивано-Франковск|Iwano-Frankiwsk	UA	238196	48.9231	24.7125	2026-12-21T06:12:00Z	Europe/Kyiv
city-2224827	Ngaoundéré	Ngaunderė|Нгаундере|恩冈代雷|ヌガウンデレ	CM	238196	7.3277	13.5847	2026-12-21T05:13:00Z	Africa/Douala
city-3468615	Cabo Frio	Кабу-Фриу|卡波弗里奧	BR	238166	-22.8872	-42.0262	2026-12-21T08:00:00Z	America/Sao_Paulo
city-322165	Balıkesir	Balikesir|Balikesyras|Балыкесир|巴勒克埃西爾|بالِق أسير	TR	238151	39.6492	27.8861	2026-12-21T05:25:00Z	Europe/Istanbul
city-3870011	Temuco	Temukas|Темуко|特木科|テムコ	CL	238129	-38.7363	-72.5974	2026-12-21T09:22:00Z	America/Santiago
city-4776222	Norfolk	Norfolkas|Норфолк|諾福克|نورفولك	US	238005	36.8468	-76.2852	2026-12-21T12:14:00Z	America/New_York
city-2884509	Krefeld	Krėfeldas|Крефельд|克雷费尔德|كريفلد	DE	237984	51.3364	6.5538	2026-12-21T07:36:00Z	Europe/Berlin
city-2911522	Halle (Saale)	Halle|Halle sul Saale|Halle an der Saale|Галле|هاله|ハレ	DE	237865	51.4816	11.9795	2026-12-21T07:15:00Z	Europe/Berlin
city-1271685	Sri Ganganagar	Gangānagar	IN	237780	29.9201	73.875	2026-12-21T01:56:00Z	Asia/Kolkata
city-143534	Āmol	آمل|Амоль	IR	237528	36.4696	52.3507	2026-12-21T03:38:00Z	Asia/Tehran
city-2925177	Freiburg	Freiburg im Breisgau|Fribourg-en-Brisgau|Friburgo de Brisgovia|Friburgo in Brisgovia|Fryburg Bryzgowijski|Фрайбург-им-Брайсгау|弗莱堡|فرايبورغ	DE	237460	47.9959	7.8522	2026-12-21T07:15:00Z	Europe/Berlin
city-1726280	Batangas	Батангас	PH	237370	13.7567	121.0584	2026-12-20T22:14:00Z	Asia/Manila
city-109435	Al Jubayl	الجبيل|Jubail|Аль-Джубайль	SA	237274	27.0174	49.6225	2026-12-21T03:26:00Z	Asia/Riyadh
city-2641022	Oldham	Oldamas|Олдем|奧爾德姆|أولدهام	GB	237110	53.5405	-2.1183	2026-12-21T08:23:00Z	Europe/London
city-1328421	Pathein	ပုသိမ်မြို့|Basejn|Patheinas|Патейн|勃生	MM	237089	16.7792	94.7321	2026-12-21T00:05:00Z	Asia/Yangon
city-4158476	Hialeah	Hajalija|Хайалиа|海厄利亞|هياليه	US	237069	25.8576	-80.2781	2026-12-21T12:03:00Z	America/New_York
city-1172657	Kunri		PK	237063	25.1787	69.5657	2026-12-21T02:02:00Z	Asia/Karachi
city-1185099	Sylhet	সিলেট|Srihotto|Szilhet|Silhatas|Силхет|錫爾赫特市	BD	237000	24.899	91.872	2026-12-21T00:33:00Z	Asia/Dhaka
city-3363094	Paarl	Паарл|帕阿爾|パール	ZA	236910	-33.7338	18.9752	2026-12-21T03:30:00Z	Africa/Johannesburg
city-4693003	Garland	Garlandas|Гирлянда|加蘭|غارلاند	US	236897	32.9126	-96.6389	2026-12-21T13:25:00Z	America/Chicago
city-3193044	Podgorica	Подгорица|波德戈里察|بودغوريتسا	ME	236852	42.4412	19.2631	2026-12-21T06:09:00Z	Europe/Podgorica
city-5313457	Scottsdale	Скоттсдейл|斯科茨代爾|سكوتسديل	US	236839	33.5092	-111.899	2026-12-21T14:28:00Z	America/Phoenix
city-4700168	Irving	Irvingas|Ирвинг|歐文|ايرفينغ	US	236607	32.814	-96.9489	2026-12-21T13:26:00Z	America/Chicago
city-1105777	Centurion	Центурион	ZA	236580	-25.8589	28.1858	2026-12-21T03:12:00Z	Africa/Johannesburg
city-1786731	Qingzhou	Цинчжоу	CN	236406	36.6967	118.4797	2026-12-20T23:14:00Z	Asia/Shanghai
city-6544105	Sant Martí	Distrito de Sant Martí|Districte de Sant Martí	ES	235719	41.4181	2.1993	2026-12-21T07:14:00Z	Europe/Madrid
city-2756253	Eindhoven	Eindhovenas|Эйндховен|埃因霍温|آيندهوفن	NL	235691	51.4408	5.4778	2026-12-21T07:41:00Z	Europe/Amsterdam
city-5586437	Boise	Бойсе|博伊西|بويسي	US	235684	43.6135	-116.2035	2026-12-21T15:15:00Z	America/Boise
city-1258182	Rewa	रीवा|रेवा शहर|Рева	IN	235654	24.5326	81.2923	2026-12-21T01:14:00Z	Asia/Kolkata
city-2013159	Yakutsk	Якутск|Дьокуускай|Jakutsk|야쿠츠크	RU	235600	62.0311	129.7229	2026-12-21T00:45:00Z	Asia/Yakutsk
city-8521718	Bole	博乐|بۆرتالا	CN	235585	44.8933	82.0699	2026-12-21T02:06:00Z	Asia/Shanghai
city-1169605	Muzaffargarh	مظفر گڑھ|Музаффаргар|穆扎法尔格尔县	PK	235541	30.0726	71.1938	2026-12-21T02:07:00Z	Asia/Karachi
city-4752186	Chesapeake	Česapikas|Чесапик|切萨皮克|تشيسابيك	US	235429	36.819	-76.2749	2026-12-21T12:14:00Z	America/New_York
city-1814093	Dali	大理市|Дали|大理	CN	235305	25.5847	100.2123	2026-12-21T00:01:00Z	Asia/Shanghai
city-418606	Najafābād	Наджафабад	IR	235281	32.6346	51.3653	2026-12-21T03:32:00Z	Asia/Tehran
city-3378644	Georgetown	Džordžtaunas|Джорджтаун|乔治敦|جورج توغن	GY	235017	6.8045	-58.1553	2026-12-21T09:59:00Z	America/Guyana
city-55671	Kismayo	Kismaayo|キスマヨ	SO	234852	-0.3582	42.5454	2026-12-21T03:03:00Z	Africa/Mogadishu
city-5509403	North Las Vegas	Bắc Las Vegas|Норт-Лас-Вегас|北拉斯維加斯|نورث لاس فيغاس	US	234807	36.1989	-115.1175	2026-12-21T14:48:00Z	America/Los_Angeles
city-2518559	Elche	Elx|Elčė|Эльч|埃爾切|إلش	ES	234765	38.2622	-0.7011	2026-12-21T07:16:00Z	Europe/Madrid
city-1255947	Sivakasi	शिवकाशी|శివకాశి|西瓦卡西	IN	234704	9.45	77.798	2026-12-21T00:59:00Z	Asia/Kolkata
city-212902	Kindu	Кинду|金杜|キンドゥ	CD	234651	-2.9437	25.9224	2026-12-21T04:05:00Z	Africa/Lubumbashi
city-1179837	Digri		PK	234578	25.1566	69.111	2026-12-21T02:04:00Z	Asia/Karachi
city-3395473	Maracanaú		BR	234509	-3.8767	-38.6256	2026-12-21T08:22:00Z	America/Fortaleza
city-521118	Nizhnekamsk	Нижнекамск|Түбән Кама|Nijnekamsk|Nischnekamsk|Nižnekamsk|Niżniekamsk|Nizjnekamsk|下卡姆斯克	RU	234297	55.6379	51.815	2026-12-21T05:00:00Z	Europe/Moscow
city-3461655	Hortolândia	Ортоландия|奥托兰迪亚	BR	234259	-22.8583	-47.22	2026-12-21T08:21:00Z	America/Sao_Paulo
city-1267648	Karur	करूर|கரூர்|Карур	IN	234191	10.9577	78.081	2026-12-21T01:01:00Z	Asia/Kolkata
city-1637158	Lubuklinggau	Kota Lubuklinggau	ID	234166	-3.2945	102.8614	2026-12-20T22:57:00Z	Asia/Jakarta
city-680332	Craiova	Krajowa|Krajova|Крайова|克拉約瓦|كرايوفا	RO	234140	44.3167	23.8	2026-12-21T05:57:00Z	Europe/Bucharest
city-1259012	Rāichūr	Райчур	IN	234073	16.2055	77.3557	2026-12-21T01:13:00Z	Asia/Kolkata
city-1260692	Pallāvaram		IN	233984	12.968	80.1502	2026-12-21T00:56:00Z	Asia/Kolkata
city-3612907	Danlí		HN	233789	14.0333	-86.5833	2026-12-21T12:05:00Z	America/Tegucigalpa
city-2410048	Bo	Бо|博城|ボー	SL	233684	7.9647	-11.7383	2026-12-21T06:55:00Z	Africa/Freetown
city-2517117	Granada	Grenada|Grenade|Гранада|格拉纳达|غرناطة	ES	233532	37.1882	-3.6067	2026-12-21T07:24:00Z	Europe/Madrid
city-1253993	Ooty	उदगमंदलम|உதகமண்டலம்|Udagamandalam|Utakamand|Утакаманд	IN	233426	11.4134	76.6952	2026-12-21T01:07:00Z	Asia/Kolkata
city-1853303	Saga	佐賀|Сага Япония|佐賀市	JP	233301	33.2333	130.3	2026-12-20T22:18:00Z	Asia/Tokyo
city-1684269	Magugpo Poblacion	Tagum City|Taúm|타굼	PH	233254	7.4475	125.8046	2026-12-20T21:44:00Z	Asia/Manila
city-563708	Dzerzhinsk	Дзержинск|Dzerjinsk|Dserschinsk|Dzeržinsk|Dzierżyńsk|Dzerzjinsk|دزيرجينسك|ジェルジンスク	RU	233126	56.2442	43.4554	2026-12-21T05:37:00Z	Europe/Moscow
city-1028918	Pemba	Пемба|彭巴|ペンバ	MZ	232932	-12.974	40.5177	2026-12-21T02:49:00Z	Africa/Maputo
city-1735459	Teluk Intan	Teluk Anson|安顺市|テロックインタン|틀룩인탄	MY	232800	4.0222	101.0208	2026-12-20T23:17:00Z	Asia/Kuala_Lumpur
city-149879	Singida	Сингида|سنګیډا	TZ	232459	-4.8163	34.7436	2026-12-21T03:27:00Z	Africa/Dar_es_Salaam
city-157738	Kigoma	Kigoma-Ujiji|كيغوما|Кигоме|基戈馬	TZ	232388	-4.8769	29.6267	2026-12-21T03:47:00Z	Africa/Dar_es_Salaam
city-3465927	Colombo	Коломбо|哥伦布|コロンボ	BR	232212	-25.2917	-49.2242	2026-12-21T08:23:00Z	America/Sao_Paulo
city-5350734	Fremont	Fremontas|Фримонт|費利蒙|فريمونت	US	232206	37.5483	-121.9886	2026-12-21T15:19:00Z	America/Los_Angeles
city-1280957	Jiayuguan	嘉峪关市|嘉峪關市|Jiayuguan City|Ťia-jü-kuan|Gia Dục Quan|Цзяюйгуань	CN	231853	39.8112	98.2862	2026-12-21T00:44:00Z	Asia/Shanghai
city-145459	Abadan	Abadanas|Абадан|阿巴丹|عبادان	IR	231476	30.3392	48.3043	2026-12-21T03:39:00Z	Asia/Tehran
city-1682598	Taytay		PH	231460	14.5588	121.1329	2026-12-20T22:15:00Z	Asia/Manila
city-3843123	Neuquén	Ciudad de Neuquén|Neukenas|Неукен|内乌肯|نيوكوين	AR	231198	-38.9508	-68.0592	2026-12-21T09:03:00Z	America/Argentina/Salta
city-3464688	Divinópolis	Дивинополис|迪维诺波利斯	BR	231091	-20.1436	-44.8907	2026-12-21T08:17:00Z	America/Sao_Paulo
city-1219649	Türkmenabat	Туркменабад|Turkmanobod|Turkmenabatas|土庫曼納巴德|テュルクメナバート	TM	230861	39.0733	63.5786	2026-12-21T03:01:00Z	Asia/Ashgabat
city-1567621	Sơn Tây	Сон-Тай	VN	230577	21.1405	105.5069	2026-12-20T23:30:00Z	Asia/Bangkok
city-1571951	Ninh Hòa		VN	230566	12.4919	109.1249	2026-12-20T22:59:00Z	Asia/Ho_Chi_Minh
city-1736372	Pasir Mas		MY	230424	6.0493	102.1399	2026-12-20T23:16:00Z	Asia/Kuala_Lumpur
city-1630328	Purwokerto	Kota Purwokerto	ID	230235	-7.4214	109.2344	2026-12-20T22:24:00Z	Asia/Jakarta
city-12076997	José C. Paz	Khose K. Pas|Хосе К. Пас|جوسې سی پاز	AR	230208	-34.5154	-58.7681	2026-12-21T08:39:00Z	America/Argentina/Buenos_Aires
city-54225	Marka	مركة|Merca	SO	230100	1.7159	44.7717	2026-12-21T02:58:00Z	Africa/Mogadishu
city-1260716	Pāli	Пали	IN	230075	25.7728	73.3234	2026-12-21T01:49:00Z	Asia/Kolkata
city-355795	Ḩalwān	حلوان|Helwan|Хелуан	EG	230000	29.8414	31.3008	2026-12-21T04:46:00Z	Africa/Cairo
city-701822	Mariupol	Маріуполь|Мариуполь|Marioupol|Mariupolj|马里乌波尔	UA	230000	47.0951	37.5413	2026-12-21T05:13:00Z	Europe/Kyiv
city-2349019	Atani		NG	230000	6.0128	6.7477	2026-12-21T05:38:00Z	Africa/Lagos
city-1859884	Kasukabe	春日部市|Касукабе|كاسوكابي	JP	229792	35.9831	139.7497	2026-12-20T21:47:00Z	Asia/Tokyo
city-6182962	Windsor	Vindzoras|Уинсор|温莎|وندسور	CA	229660	42.3001	-83.0165	2026-12-21T12:58:00Z	America/Toronto
city-1269934	Hosūr	Oossoor	IN	229528	12.7365	77.8326	2026-12-21T01:05:00Z	Asia/Kolkata
city-5811696	Spokane	Спокан|斯波坎|سبوكين	US	229447	47.6597	-117.4291	2026-12-21T15:35:00Z	America/Los_Angeles
city-266826	Tripoli	طرابلس|Տրիպոլի|Trypolis|Tripolis|Trablusşam|Триполи	LB	229398	34.4335	35.8441	2026-12-21T04:39:00Z	Asia/Beirut
city-6059891	Longueuil	Лонгёй|朗基爾|لونغوي	CA	229330	45.5152	-73.4682	2026-12-21T12:31:00Z	America/Toronto
city-741100	Ordu	Орду	TR	229214	40.9778	37.8905	2026-12-21T04:50:00Z	Europe/Istanbul
city-3805673	San Fernando de Apure	San Fernando|San Fernando Apure|Сан-Фернандо-де-Апуре|سان فرناندو دي أبوري	VE	229197	7.8896	-67.4718	2026-12-21T10:38:00Z	America/Caracas
city-3727135	Croix-des-Bouquets	Kwadèbouke	HT	229127	18.5768	-72.2262	2026-12-21T11:16:00Z	America/Port-au-Prince
city-1705357	Lucena	Lungsod ng Lucena|Lucena City|Лусена|卢塞纳|루세나	PH	228758	13.9314	121.6172	2026-12-20T22:12:00Z	Asia/Manila
city-3461144	Ipatinga	Ипатинга|伊帕廷加|イパチンガ	BR	228746	-19.4683	-42.5367	2026-12-21T08:09:00Z	America/Sao_Paulo
city-1253084	Vizianagaram	विजयनगरम|విజయనగరం|Визианагарам	IN	228720	18.1169	83.4115	2026-12-21T00:53:00Z	Asia/Kolkata
city-1805733	Jinchang	金昌|Ťin-čchang|Kim Xương|Цзиньчан|金昌市	CN	228561	38.5006	102.1938	2026-12-21T00:25:00Z	Asia/Shanghai
city-1571058	Phan Thiết	潘切|Фантьет	VN	228536	10.9289	108.1021	2026-12-20T23:01:00Z	Asia/Ho_Chi_Minh
city-102651	Şabyā	صبيا	SA	228375	17.1495	42.6254	2026-12-21T03:34:00Z	Asia/Riyadh
city-294071	Netanya	נתניה|نتانيا|Netanja|Netanija|Natania|Нетания	IL	228204	32.3329	34.8599	2026-12-21T04:38:00Z	Asia/Jerusalem
city-3124964	Ciudad Lineal	سويداد لينيال|シウダー・リネアル	ES	228171	40.4451	-3.6513	2026-12-21T07:34:00Z	Europe/Madrid
city-1699802	Meycauayan	Meycauayan City	PH	228023	14.7369	120.9608	2026-12-20T22:16:00Z	Asia/Manila
city-2655775	Bexley	Bexley kerület	GB	228000	51.4416	0.1487	2026-12-21T08:02:00Z	Europe/London
city-3571824	Nassau	Nasáu|Нассау|拿骚|ناساو	BS	227940	25.0582	-77.3431	2026-12-21T11:50:00Z	America/Nassau
city-3437056	San Lorenzo	San Lorensas|Сан-Лоренсо|聖洛倫索|سان لورينزو	PY	227876	-25.3397	-57.5088	2026-12-21T08:56:00Z	America/Asuncion
city-2983990	Rennes	Roazhon|Renas|Ренн|雷恩|رين	FR	227830	48.1111	-1.6743	2026-12-21T07:54:00Z	Europe/Paris
city-2542051	Mohammedia	الهراويين|Al-Muhammadijja|Muhammediye|Mohamedija|Мохаммедия|穆罕默迪耶	MA	227799	33.6861	-7.383	2026-12-21T07:30:00Z	Africa/Casablanca
city-3639898	Guatire	Гуатире|瓜蒂雷|グアティレ	VE	227666	10.474	-66.5424	2026-12-21T10:39:00Z	America/Caracas
city-1624863	Tanjung Pinang	Kota Tanjungpinang|Танджунгпинанг|丹戎檳榔|تانجونغ	ID	227663	0.9167	104.4583	2026-12-20T22:58:00Z	Asia/Jakarta
city-4315588	Baton Rouge	Baton Ružas|Батон-Руж|巴吞鲁日|باتون روج	US	227470	30.4433	-91.1875	2026-12-21T12:57:00Z	America/Chicago
city-3447624	Sete Lagoas	Сети-Лагоас	BR	227397	-19.4658	-44.2467	2026-12-21T08:16:00Z	America/Sao_Paulo
city-3085128	Sosnowiec	Sosnovecas|Сосновец	PL	227295	50.2868	19.1039	2026-12-21T06:41:00Z	Europe/Warsaw
city-1517945	Turkistan	Туркестан|Turkestan	KZ	227098	43.2946	68.2569	2026-12-21T02:56:00Z	Asia/Almaty
city-989921	Klerksdorp	Клерксдорп|克萊克斯多普	ZA	227039	-26.8521	26.6667	2026-12-21T03:16:00Z	Africa/Johannesburg
city-487928	Staryy Oskol	Старый Оскол|Stary Oskol|Staryi Oskol|스타리오스콜	RU	226977	51.3025	37.8461	2026-12-21T05:31:00Z	Europe/Moscow
city-1865714	Ageo	上尾市	JP	226940	35.9714	139.6138	2026-12-20T21:48:00Z	Asia/Tokyo
city-2339937	Gusau	Гусау	NG	226857	12.1702	6.6641	2026-12-21T05:49:00Z	Africa/Lagos
city-709932	Kamyanske	Кам'янське|Каменское|Kamianske|Kamjanske	UA	226845	48.5172	34.6062	2026-12-21T05:31:00Z	Europe/Kyiv
city-295629	Ashdod	אשדוד|أشدود|Aschdod|Asdod|Asdode|Aszdod|Asjdod|Ашдод	IL	226838	31.7921	34.6497	2026-12-21T04:37:00Z	Asia/Jerusalem
city-760778	Radom	Radomas|Радом|拉多姆|رادوم	PL	226794	51.4025	21.1471	2026-12-21T06:38:00Z	Europe/Warsaw
city-4781708	Richmond	Ričmondas|Ричмонд|里士满|ريتشموند	US	226610	37.5538	-77.4603	2026-12-21T12:21:00Z	America/New_York
city-1851012	Takarazuka	宝塚市|Takaradzuka|Такарадзука|寶塚市	JP	226432	34.7994	135.357	2026-12-20T22:02:00Z	Asia/Tokyo
city-2416969	Nzérékoré	Нзерекоре|ンゼレコレ|은제레코레	GN	226426	7.7562	-8.8179	2026-12-21T06:43:00Z	Africa/Conakry
city-6119109	Regina	Redžaina|Реджайна|里贾纳|ريجاينا	CA	226404	50.4501	-104.6178	2026-12-21T14:57:00Z	America/Regina
city-1586443	Cà Mau	Камау	VN	226372	9.1768	105.1524	2026-12-20T23:09:00Z	Asia/Ho_Chi_Minh
city-1256422	Shrīrāmpur	Serampore	IN	226317	22.7528	88.3422	2026-12-21T00:42:00Z	Asia/Kolkata
city-1632654	Pangkalpinang	Merawang|Pankal Pinang	ID	226297	-2.1291	106.1138	2026-12-20T22:46:00Z	Asia/Jakarta
city-1807508	Huanggang	Jao-p’ing|Хуанган	CN	225956	23.677	116.9996	2026-12-20T22:49:00Z	Asia/Shanghai
city-7302845	Quthbullapur	Qutubullapur|قطب اللہ پور|库特布尔拉普尔	IN	225816	17.5011	78.4582	2026-12-21T01:11:00Z	Asia/Kolkata
city-2329821	Mubi	Муби	NG	225705	10.2686	13.267	2026-12-21T05:19:00Z	Africa/Lagos
city-3451055	Rio Verde	Риу-Верди|里奥韦尔迪	BR	225696	-17.7981	-50.9281	2026-12-21T08:46:00Z	America/Sao_Paulo
city-3452324	Presidente Prudente	Prezidente Prudentė|Президенти-Пруденти|普鲁登特总统城	BR	225668	-22.1256	-51.3889	2026-12-21T08:39:00Z	America/Sao_Paulo
city-112214	Varāmīn	Варамин	IR	225628	35.3242	51.6457	2026-12-21T03:38:00Z	Asia/Tehran
city-1649824	Batu	Kota Batu|Батый	ID	225408	-7.87	112.5283	2026-12-20T22:10:00Z	Asia/Jakarta
city-2643339	Luton	Lutonas|Лутон|卢顿|لوتن	GB	225262	51.8797	-0.4175	2026-12-21T08:07:00Z	Europe/London
city-691650	Ternopil	Тернопіль|Тернополь|Tarnopol|Ternopilj	UA	225238	49.554	25.5907	2026-12-21T06:11:00Z	Europe/Kyiv
city-3397147	Juazeiro do Norte	Žuazeiro do Nortė|Жуазейру-ду-Норти|北茹阿澤魯	BR	225230	-7.2131	-39.3153	2026-12-21T08:19:00Z	America/Fortaleza
city-1185162	Mymensingh	ময়মনসিংহ|Майменсингх	BD	225126	24.7564	90.4065	2026-12-21T00:38:00Z	Asia/Dhaka
city-2026609	Blagoveshchensk	Благовещенск|Blagovechtchensk|Blagoweschtschensk|Blagoveščensk|Blagoveschensk|Błagowieszczeńsk|海兰泡|بلاغوفيشتشينسك	RU	225091	50.2759	127.5264	2026-12-20T23:27:00Z	Asia/Yakutsk
city-1262292	Nadiād	Hadiad|Nadiyad|Naidad	IN	225071	22.6939	72.8616	2026-12-21T01:44:00Z	Asia/Kolkata
city-2229752	Kumba	Кумбой	CM	225046	4.6363	9.4469	2026-12-21T05:24:00Z	Africa/Douala
city-724443	Košice	Kassa|Koszyce|Кошице|科希策|كوشيتسه	SK	225044	48.7144	21.258	2026-12-21T06:25:00Z	Europe/Bratislava
city-704147	Kremenchuk	Кременчук|Кременчуг|Krementchouk|Krementschuk|Kremenčuk|Krzemieńczuk|Krementsjoek|克列緬丘格	UA	224997	49.0625	33.4048	2026-12-21T05:38:00Z	Europe/Kyiv
city-1805618	Jingling	T'ien-men|T'ien-men-hsien|Tianmen	CN	224871	30.65	113.1	2026-12-20T23:20:00Z	Asia/Shanghai
city-1262204	Nāgercoil	நாகர்கோவில்|Nagarkovil|Nagarkoil	IN	224849	8.179	77.4323	2026-12-21T00:59:00Z	Asia/Kolkata
city-3903987	Sucre	Sucre történelmi óvárosa|Sukrė|Сукре|苏克雷|سوكري	BO	224838	-19.0333	-65.2627	2026-12-21T09:41:00Z	America/La_Paz
city-884979	Mutare	Мутаре|穆塔雷|무타레	ZW	224802	-18.9707	32.6709	2026-12-21T03:09:00Z	Africa/Harare
city-1853677	Ōta	太田市|Ота|أوتا	JP	224358	36.3	139.3667	2026-12-20T21:50:00Z	Asia/Tokyo
city-3991328	Puerto Vallarta	Пуэрто-Вальярта|巴亚尔塔港|푸에르토바야르타	MX	224166	20.617	-105.2302	2026-12-21T13:33:00Z	America/Mexico_City
city-1857144	Minamirinkan	南林間	JP	224015	35.4953	139.4428	2026-12-20T21:47:00Z	Asia/Tokyo
city-2965140	Cork	Corcaigh|Korkas|Корк|科克|كورك	IE	224004	51.898	-8.4706	2026-12-21T08:39:00Z	Europe/Dublin
city-1847963	Atsugi	厚木市|Acugi|Ацуги|أتسوغي	JP	223960	35.4427	139.3693	2026-12-20T21:47:00Z	Asia/Tokyo
city-2036973	Heihe	黑河市|黑河|Chej-che|Hắc Hà|Хэйхэ	CN	223832	50.2441	127.4902	2026-12-20T23:27:00Z	Asia/Shanghai
city-3383330	Paramaribo	Paramaribas|Парамарибо|帕拉马里博|باراماريبو	SR	223757	5.8664	-55.1668	2026-12-21T09:45:00Z	America/Paramaribo
city-1639850	Klungkung	Kloengkoeng	ID	223720	-8.5333	115.4	2026-12-20T21:57:00Z	Asia/Makassar
city-1185155	Narayanganj	Narajanganj	BD	223622	23.6135	90.503	2026-12-21T00:35:00Z	Asia/Dhaka
city-1680116	NIA Valencia	Lungsod ng Valencia|Valencia City|Валенсия|巴伦西亚城|발렌시아	PH	223620	7.9064	125.0942	2026-12-20T21:47:00Z	Asia/Manila
city-1795196	Tongchuanshi	铜川市|銅川|Tchung-čchuan|Đồng Xuyên|Тунчуань	CN	223603	35.0747	109.085	2026-12-20T23:48:00Z	Asia/Shanghai
city-3893894	Concepción	Konsepsjonas|Консепсьон|康塞普西翁|كونثبثيون، تشيلي	CL	223574	-36.827	-73.0498	2026-12-21T09:30:00Z	America/Santiago
city-98717	Ramadi	الرمادي|Ar-Ramadi|Al-Ramadi|Эр-Рамади|拉馬迪	IQ	223500	33.4206	43.3078	2026-12-21T04:07:00Z	Asia/Baghdad
city-5509952	Paradise	Парадайз|天堂市|بارادايس	US	223167	36.0972	-115.1467	2026-12-21T14:48:00Z	America/Los_Angeles
city-5812944	Tacoma	Такома|塔科马|تاكوما	US	222906	47.2529	-122.4443	2026-12-21T15:54:00Z	America/Los_Angeles
city-2874225	Mainz	Mayence|Maguncia|Magonza|Mogúncia|Moguncja|Майнц|美因茨|ماينتس	DE	222889	49.9819	8.2801	2026-12-21T07:23:00Z	Europe/Berlin
city-519336	Velikiy Novgorod	Великий Новгород|Новгород|Veliky Novgorod|Novgorod|Weliki Nowgorod|Veliki Nóvgorod|Nowogród Wielki|大诺夫哥罗德	RU	222868	58.5213	31.271	2026-12-21T06:43:00Z	Europe/Moscow
city-1692685	Puerto Princesa	Lungsod ng Puerto Princesa|Puerto Princesa City|Пуэрто-Принсеса|普林塞薩港|بورتوبرنسس	PH	222673	9.7392	118.7353	2026-12-20T22:16:00Z	Asia/Manila
city-1788618	Xintai	Hsin-t'ai|Hsin-t'ai-hsien|Hsing-t'ai	CN	222459	35.9006	117.7519	2026-12-20T23:15:00Z	Asia/Shanghai
city-3641351	El Tigre	埃爾蒂格雷|엘티그레	VE	222450	8.889	-64.2527	2026-12-21T10:27:00Z	America/Caracas
city-1877615	Haeju	해주|Хэджу	KP	222396	38.0406	125.7147	2026-12-20T22:49:00Z	Asia/Pyongyang
city-3433899	Formosa	Ciudad de Formosa|Формоза|福莫萨|فورموزا	AR	222226	-26.1849	-58.1731	2026-12-21T08:57:00Z	America/Argentina/Cordoba
city-2338273	Ikire		NG	222160	7.3698	4.1863	2026-12-21T05:50:00Z	Africa/Lagos
city-3608248	La Ceiba	La Seiba|Ла-Сейба|拉塞瓦|ラ・セイバ	HN	222055	15.7597	-86.7822	2026-12-21T12:09:00Z	America/Tegucigalpa
city-2746301	Tilburg	Tilburch|Tilburgo|Tilburgas|Тилбург|蒂尔堡|ティルブルフ	NL	221947	51.5555	5.0913	2026-12-21T07:43:00Z	Europe/Amsterdam
city-1262395	Murwāra	Katni	IN	221883	23.8378	80.394	2026-12-21T01:16:00Z	Asia/Kolkata
city-153209	Moshi	Mošis|Моши|莫希|モシ	TZ	221733	-3.35	37.3333	2026-12-21T03:19:00Z	Africa/Dar_es_Salaam
city-1268159	Kanchipuram	காஞ்சிபுரம்|کانچی پورم|Kańćipuram|Канчипурам	IN	221715	12.8352	79.7001	2026-12-21T00:58:00Z	Asia/Kolkata
city-2464915	Sousse	سوسة|Susa|Szúsza|Susas|Сусс|苏塞	TN	221715	35.8254	10.637	2026-12-21T06:24:00Z	Africa/Tunis
city-3666645	Tuluá	Тулуа|图卢阿	CO	221684	4.0847	-76.1954	2026-12-21T11:06:00Z	America/Bogota
city-2236967	Soyo	Сойо	AO	221555	-6.1349	12.3689	2026-12-21T04:54:00Z	Africa/Luanda
city-1567788	Sóc Trăng	Шокчанг	VN	221430	9.5999	105.9719	2026-12-20T23:07:00Z	Asia/Ho_Chi_Minh
city-2419992	Kankan	Kankanas|Канкан|カンカン|캉칸	GN	221428	10.3854	-9.3057	2026-12-21T06:50:00Z	Africa/Conakry
city-496015	Shakhty	Шахты|Chakhty|Schachty|Shajty|Šachty|Szachty|沙赫特|شاختاي	RU	221312	47.7192	40.216	2026-12-21T05:05:00Z	Europe/Moscow
city-229268	Mbarara	Мбарара|Μπαράρα|음바라라	UG	221300	-0.6047	30.6485	2026-12-21T03:51:00Z	Africa/Kampala
city-1697175	Olongapo	Lungsod ng Olongapo|Olongapo City|奥隆阿波|올롱가포	PH	221178	14.8292	120.2828	2026-12-20T22:19:00Z	Asia/Manila
city-3655673	Ibarra	Ибарра	EC	221149	0.3488	-78.1246	2026-12-21T11:07:00Z	America/Guayaquil
city-3204541	Banja Luka	Бања Лука|Bania Luka|Banya Luka|Баня-Лука|巴尼亚卢卡	BA	221106	44.7788	17.2063	2026-12-21T06:25:00Z	Europe/Sarajevo
city-122285	Neyshābūr	Nichapur|Nischapur|Nishapur|Нишапур|نيسابور|ニシャプー	IR	220929	36.2133	58.7957	2026-12-21T03:12:00Z	Asia/Tehran
city-116667	Sāveh	ساوه|Сава	IR	220762	35.0213	50.3566	2026-12-21T03:42:00Z	Asia/Tehran
city-1790894	Wuxue	Guangji|Kuang-chi|Kuang-chi-hsien|武穴	CN	220661	29.8506	115.5525	2026-12-20T23:09:00Z	Asia/Shanghai
city-1585489	Chí Linh		VN	220421	21.0667	106.3167	2026-12-20T23:27:00Z	Asia/Ho_Chi_Minh
city-3531732	Campeche	Кампече	MX	220389	19.8407	-90.5168	2026-12-21T12:32:00Z	America/Merida
city-7279754	Singrauli	सिंगरौली|সিংরাউলি|辛格劳利	IN	220257	24.1997	82.6753	2026-12-21T01:08:00Z	Asia/Kolkata
city-1262995	Mirzāpur	Мирзапур	IN	220029	25.1449	82.5653	2026-12-21T01:10:00Z	Asia/Kolkata
city-3114711	Oviedo	Ovjedas|Овьедо|奥维耶多|أوفييدو	ES	220027	43.3603	-5.8448	2026-12-21T07:52:00Z	Europe/Madrid
city-1626542	Sorong	Kota Sorong|Соронг	ID	219958	-0.8796	131.261	2026-12-20T21:07:00Z	Asia/Jayapura
city-2524170	Messina	Messine|Messana|Mesyna|Мессина|墨西拿|ميسينا	IT	219948	38.1939	15.5526	2026-12-21T06:10:00Z	Europe/Rome
city-1234569	Dehiwala-Mount Lavinia	දෙහිවල-ගල්කිස්ස|தெகிவளை-கல்கிசை|Dehivala-Maunt Lavinija|Дехивала-Маунт-Лавиния	LK	219827	6.8402	79.8712	2026-12-21T00:47:00Z	Asia/Colombo
city-705812	Kropyvnytskyi	Кропивницький|Кропивницкий|Kropywnyzkyj|Kropywnycki|基洛沃格勒	UA	219676	48.5083	32.2662	2026-12-21T05:40:00Z	Europe/Kyiv
city-1266976	Kharagpur	খড়্গপুর|खरगपूर|Харагпур	IN	219665	22.3397	87.325	2026-12-21T00:45:00Z	Asia/Kolkata
city-215527	Kabinda	Кабинда|كابيندا|卡宾达	CD	219396	-6.1379	24.4818	2026-12-21T04:06:00Z	Africa/Lubumbashi
city-1176515	Jacobabad	جیکب آباد|جيڪب آباد|Джейкобабад	PK	219315	28.2819	68.4376	2026-12-21T02:14:00Z	Asia/Karachi
city-149402	Tunduma		TZ	219309	-9.3	32.7667	2026-12-21T03:27:00Z	Africa/Dar_es_Salaam
city-1725094	Binangonan		PH	219204	14.4646	121.1929	2026-12-20T22:15:00Z	Asia/Manila
city-2860410	Oberhausen	Oberhauzenas|Оберхаузен|奥伯豪森|أوبرهاوزن	DE	219176	51.4781	6.8625	2026-12-21T07:35:00Z	Europe/Berlin
city-1611110	Chon Buri	ชลบุรี|Чонбури	TH	219164	13.3622	100.9835	2026-12-20T23:34:00Z	Asia/Bangkok
city-3450144	Santa Luzia	Санта-Лусия|聖盧西亞	BR	219132	-19.7697	-43.8514	2026-12-21T08:14:00Z	America/Sao_Paulo
city-1494114	Prokop’yevsk	Прокопьевск|Prokopjevsk	RU	219000	53.9152	86.7189	2026-12-21T02:29:00Z	Asia/Novokuznetsk
city-2929670	Erfurt	Erfurtas|Эрфурт|埃尔福特|إرفورت	DE	218793	50.9773	11.0354	2026-12-21T07:16:00Z	Europe/Berlin
city-3657990	Esmeraldas	Volcan Chimborazo	EC	218727	0.9592	-79.654	2026-12-21T11:15:00Z	America/Guayaquil
city-3108286	Terrassa	Террасса|テッラーサ|테라사	ES	218535	41.5667	2.0167	2026-12-21T07:15:00Z	Europe/Madrid
city-2656333	Barking	バーキング|बार्किंग	GB	218534	51.5333	0.0833	2026-12-21T08:03:00Z	Europe/London
city-1791249	Wuhai	烏海|Wu-chaj|Uhajus|Ô Hải|Ухай|烏海市	CN	218427	39.6844	106.8158	2026-12-21T00:10:00Z	Asia/Shanghai
city-1173664	Khuzdar	Khozdar|خضدار	PK	218112	27.8119	66.611	2026-12-21T02:20:00Z	Asia/Karachi
city-3398269	Imperatriz	Imperatrisas|Императрис|因佩拉特里斯	BR	218106	-5.5264	-47.4917	2026-12-21T08:55:00Z	America/Fortaleza
city-2454268	Koutiala	Кутиала|庫佳拉	ML	218031	12.3872	-5.4651	2026-12-21T06:38:00Z	Africa/Bamako
city-1272051	Eluru	Ehluru|Ellore|Elourou|Елуру|إيلورو|埃卢鲁	IN	218020	16.7131	81.1044	2026-12-21T00:59:00Z	Asia/Kolkata
city-3493032	San Pedro de Macorís	San Pedro Macoris|San-Pedro-de-Makoris|Сан-Педро-де-Макорис|سان بيدرو دي ماكوريس	DO	217899	18.4539	-69.3086	2026-12-21T11:05:00Z	America/Santo_Domingo
city-677697	Galaţi	Galac|Galatz|Gałacz|Galacis|Галац|加拉茨|غالاتس	RO	217851	45.4369	28.0503	2026-12-21T05:44:00Z	Europe/Bucharest
city-3129028	Badalona	Бадалона|巴达洛纳|بادالونا	ES	217741	41.45	2.2474	2026-12-21T07:14:00Z	Europe/Madrid
city-764484	Mokotów	Мокотув	PL	217683	52.1934	21.0349	2026-12-21T06:42:00Z	Europe/Warsaw
city-1734586	Taiping	Bandar Taiping|太平|Тайпин|タイピン	MY	217647	4.85	100.7333	2026-12-20T23:20:00Z	Asia/Kuala_Lumpur
city-12358616	Yintai		CN	217509	35.1152	109.097	2026-12-20T23:48:00Z	Asia/Shanghai
city-1252797	Yamuna Nagar	Abdullahpur|Abdullapur|Jamna Nagar	IN	217071	30.128	77.2837	2026-12-21T01:43:00Z	Asia/Kolkata
city-3404545	Cabo de Santo Agostinho	Cabo	BR	216969	-8.2877	-35.0292	2026-12-21T08:00:00Z	America/Recife
city-5122520	Jamaica	ジャマイカ地区|자메이카	US	216866	40.6915	-73.8057	2026-12-21T12:16:00Z	America/New_York
city-3827606	Buenavista		MX	216776	19.6083	-99.1694	2026-12-21T13:06:00Z	America/Mexico_City
city-500004	Rybinsk	Рыбинск|Rıbinsk|Rybinskas|Rîbinsk|雷宾斯克|رايبانسك	RU	216724	58.0456	38.8381	2026-12-21T06:09:00Z	Europe/Moscow
city-1687894	Santa Rosa	Santa Rosa City|Санта-Роса	PH	216650	14.3122	121.1114	2026-12-20T22:15:00Z	Asia/Manila
city-3133880	Trondheim	Troandin|Trondheimas|Тронхейм|特隆赫姆|تروندهايم	NO	216518	63.4305	10.3951	2026-12-21T09:01:00Z	Europe/Oslo
city-3629965	Porlamar	Porlamaras|Порламар|波拉马尔	VE	216234	10.9577	-63.8697	2026-12-21T10:29:00Z	America/Caracas
city-5391710	San Bernardino	Сан-Бернардино|聖貝納迪諾|سان بيرناردينو، كاليفورنيا	US	216108	34.1083	-117.2898	2026-12-21T14:51:00Z	America/Los_Angeles
city-4013728	Ciudad Acuña	Acuña|Сьюдад-Акунья|阿庫尼亞	MX	216099	29.3232	-100.9522	2026-12-21T13:34:00Z	America/Matamoros
city-643492	Oulu	Uleåborg|Оулу|奥卢|أولو	FI	216066	65.0124	25.4682	2026-12-21T08:29:00Z	Europe/Helsinki
city-6318696	Sinop		BR	216029	-11.8642	-55.5025	2026-12-21T09:15:00Z	America/Cuiaba
city-1275738	Bidar	बीदर|ಬೀದರ|Бидар	IN	216020	17.908	77.5152	2026-12-21T01:16:00Z	Asia/Kolkata
city-702569	Lutsk	Луцьк|Луцк|Loutsk|Luzk|Łuck|Loetsk|Luck	UA	215986	50.7578	25.3502	2026-12-21T06:18:00Z	Europe/Kyiv
city-3519537	San Cristóbal de las Casas	Ciudad Las Casas|Ciudad de las Casas|San Cristobal	MX	215874	16.7301	-92.6382	2026-12-21T12:35:00Z	America/Merida
city-463829	Zelenograd	Зеленоград	RU	215727	55.9825	37.1814	2026-12-21T06:01:00Z	Europe/Moscow
city-11777624	Archway		GB	215667	51.5673	-0.1341	2026-12-21T08:04:00Z	Europe/London
city-5780993	Salt Lake City	Solt Leik Sitis|Thành phố Salt Lake|Солт-Лейк-Сити|盐湖城|سالت ليك	US	215548	40.7608	-111.8911	2026-12-21T14:48:00Z	America/Denver
city-1510018	Biysk	Бийск|Bijsk|Biejsk|比斯克|Μπισκ	RU	215430	52.5342	85.1966	2026-12-21T02:28:00Z	Asia/Barnaul
city-3194360	Novi Sad	Újvidék|Nowy Sad|Novi Sadas|Нови-Сад|诺威萨|نوفي ساد	RS	215400	45.2517	19.8369	2026-12-21T06:17:00Z	Europe/Belgrade
city-1805298	Jinzhou	Цзиньчжоу	CN	215386	39.1	121.7167	2026-12-20T23:08:00Z	Asia/Shanghai
city-3526485	Jiutepec	Xiutepec	MX	215357	18.8814	-99.1778	2026-12-21T13:05:00Z	America/Mexico_City
city-3995523	Monclova	Monklova|蒙克洛瓦	MX	215271	26.9069	-101.4206	2026-12-21T13:30:00Z	America/Monterrey
city-1567069	Tân An	Тан	VN	215250	10.5359	106.4137	2026-12-20T23:07:00Z	Asia/Ho_Chi_Minh
city-4068590	Huntsville	Hantsvilis|Хантсвилл|亨茨维尔|هنتسفيل	US	215006	34.7304	-86.5859	2026-12-21T12:50:00Z	America/Chicago
city-2243940	Ziguinchor	Ziginšoras|Зигиншор|济金绍尔|ジガンショール	SN	214874	12.568	-16.2733	2026-12-21T07:21:00Z	Africa/Dakar
city-1221194	Kŭlob	Куляб	TJ	214700	37.9146	69.7845	2026-12-21T02:33:00Z	Asia/Dushanbe
city-1646034	Citeureup	Citeurep|Tjiteureup	ID	214668	-6.4856	106.8819	2026-12-20T22:35:00Z	Asia/Jakarta
city-1568212	Sa Dec	Sa Đéc	VN	214610	10.2909	105.7563	2026-12-20T23:09:00Z	Asia/Ho_Chi_Minh
city-1858296	Kure	呉市|Куре|吳市	JP	214592	34.2322	132.5666	2026-12-20T22:11:00Z	Asia/Tokyo
city-2323411	Shagamu	Sagamu	NG	214558	6.8485	3.6463	2026-12-21T05:52:00Z	Africa/Lagos
city-295514	Bnei Brak	בני ברק	IL	214444	32.0807	34.8338	2026-12-21T04:37:00Z	Asia/Jerusalem
city-2544248	Khouribga	خريبكة	MA	214241	32.8811	-6.9063	2026-12-21T07:26:00Z	Africa/Casablanca
city-1786577	Yingtan	鹰潭市|鷹潭|Jing-tchan|Ưng Đàm|Интань	CN	214229	28.2333	117.0	2026-12-20T22:59:00Z	Asia/Shanghai
city-4853828	Des Moines	De Moinas|Де-Мойн|德梅因|دي موين	US	214133	41.6005	-93.6091	2026-12-21T13:38:00Z	America/Chicago
city-1178231	Gojra	گوجرہ|گوجرا|Годжра	PK	214000	31.1493	72.6832	2026-12-21T02:03:00Z	Asia/Karachi
city-2520058	Cartagena	Cartaxena|Carthagène|Kartagena|Kartachena|Картахена|卡塔赫纳|كارتاخينا	ES	213943	37.602	-0.984	2026-12-21T07:15:00Z	Europe/Madrid
city-3652567	Quevedo	Kevedas|Кеведо|克韋多	EC	213842	-1.0288	-79.4626	2026-12-21T11:10:00Z	America/Guayaquil
city-6092122	Oakville	Оквилл|奥克维尔|أوكفيل	CA	213759	43.4501	-79.6829	2026-12-21T12:48:00Z	America/Toronto
city-1632033	Pasuruan	Kota Pasuruan	ID	213469	-7.6453	112.9075	2026-12-20T22:09:00Z	Asia/Jakarta
city-122438	Naz̧arābād	نَظَرابادِ بُزُرگ	IR	213388	35.9541	50.6061	2026-12-21T03:44:00Z	Asia/Tehran
city-1262482	Munger	Мангер	IN	213303	25.3746	86.4745	2026-12-21T00:55:00Z	Asia/Kolkata
city-3460370	Jacareí	Жакареи|雅卡雷伊	BR	213110	-23.3053	-45.9658	2026-12-21T08:15:00Z	America/Sao_Paulo
city-2516326	Jerez de la Frontera	Xerès|Cheres de la Frontera|Херес-де-ла-Фронтера|赫雷斯-德拉弗龙特拉|شريش	ES	212879	36.6865	-6.1361	2026-12-21T07:33:00Z	Europe/Madrid
city-2550078	El Jadida	الجديدة|El-Yadida|Mazagão|Al-Dżadida|Džadida|Эль-Джадида|杰迪代	MA	212863	33.2568	-8.5088	2026-12-21T07:33:00Z	Africa/Casablanca
city-1637510	Loa Janan	Loa Djanan	ID	212816	-0.5829	117.095	2026-12-20T22:05:00Z	Asia/Makassar
city-665004	Târgu Mureş	Marosvásárhely|Neumarkt am Mieresch|Tîrgu Mureş|Тыргу-Муреш	RO	212752	46.5425	24.5575	2026-12-21T06:03:00Z	Europe/Bucharest
city-5349755	Fontana	Фонтана|方塔納|فونتانا	US	212704	34.0922	-117.4351	2026-12-21T14:51:00Z	America/Los_Angeles
city-3873775	Rancagua	Rankagva|Ранкагуа|兰卡瓜|ランカグア	CL	212695	-34.1691	-70.7405	2026-12-21T09:28:00Z	America/Santiago
city-352951	Mallawī	ملوي|Маллави	EG	212628	27.7326	30.8413	2026-12-21T04:43:00Z	Africa/Cairo
city-2302357	Cape Coast	Keip Kostas|Кейп-Кост|海岸角|ケープ・コースト	GH	212426	5.1053	-1.2466	2026-12-21T06:08:00Z	Africa/Accra
city-1735079	Bukit Mertajam	Boukit Mertatzam|Bukit Mertadzamas|Bukit Mertarajam|Букит-Мертаджам|بوكيت ميرتاجام|大山脚	MY	212329	5.363	100.4667	2026-12-20T23:22:00Z	Asia/Kuala_Lumpur
city-1706090	Lipa City	Lipa|Липа	PH	212287	13.9411	121.1631	2026-12-20T22:14:00Z	Asia/Manila
city-2875601	Lübeck	Lubeca|Lubecca|Lubeka|Lyypekki|Liubekas|Любек|吕贝克|لوبك	DE	212207	53.8689	10.6873	2026-12-21T07:33:00Z	Europe/Berlin
city-1801909	Luojiang	罗江	CN	212186	31.305	104.5048	2026-12-20T23:56:00Z	Asia/Shanghai
city-1734821	Sepang	Сепанг	MY	212050	2.6931	101.7498	2026-12-20T23:12:00Z	Asia/Kuala_Lumpur
city-3598119	Cobán	Kobanas|Кобан|科萬|코반	GT	212047	15.4703	-90.3745	2026-12-21T12:23:00Z	America/Guatemala
city-3457708	Maricá		BR	211986	-22.9194	-42.8186	2026-12-21T08:03:00Z	America/Sao_Paulo
city-1586151	Cao Lãnh	Kao Lanh|Kao Lankh|Phong Thanh|Као Ланх|كاو لانه	VN	211912	10.4602	105.6329	2026-12-20T23:10:00Z	Asia/Ho_Chi_Minh
city-1861436	Isesaki	伊勢崎市|Iseaki|Исэсаки|إسيساكي	JP	211850	36.3167	139.2	2026-12-20T21:50:00Z	Asia/Tokyo
city-3111199	Sabadell		ES	211734	41.5433	2.1094	2026-12-21T07:15:00Z	Europe/Madrid
city-1261927	Nandyāl	నంద్యాల	IN	211424	15.478	78.4836	2026-12-21T01:08:00Z	Asia/Kolkata
city-2511174	Santa Cruz de Tenerife	Santa Cruz Tenerifekoa|Tenerifės Santa Krusas|Санта-Крус-де-Тенерифе|圣克鲁斯-德特内里费|سانتا كروث دي تينيريفه	ES	211359	28.4682	-16.2546	2026-12-21T07:53:00Z	Atlantic/Canary
city-6690108	Panchkula	पंचकुला|পঞ্চকুলা উপ শহর|Panchkula Urban Estate|Панчкула	IN	211355	30.6946	76.8504	2026-12-21T01:46:00Z	Asia/Kolkata
city-5373900	Modesto	Модесто|莫德斯托|موديستو	US	211266	37.6391	-120.9969	2026-12-21T15:15:00Z	America/Los_Angeles
city-1695804	Panabo	Panabo City	PH	211242	7.3081	125.6842	2026-12-20T21:44:00Z	Asia/Manila
city-1813253	Lijiang	丽江市|麗江|Cidade Antiga de Lijiang|Li-ťiang|Lidziangas|Lệ Giang|Лицзян	CN	211151	26.8688	100.2207	2026-12-21T00:03:00Z	Asia/Shanghai
city-1514891	Konibodom	Конибодом|Канибадам|Konibodomas|科尼博多姆	TJ	211100	40.2941	70.4312	2026-12-21T02:37:00Z	Asia/Dushanbe
city-2037078	Hailar	海拉尔区|Хайлар|ハイラル区	CN	211066	49.2	119.7	2026-12-20T23:53:00Z	Asia/Shanghai
city-1709968	Kabankalan		PH	210893	9.9839	122.8142	2026-12-20T22:00:00Z	Asia/Manila
city-110690	Abha	Абха|艾卜哈|アブハー	SA	210886	18.2164	42.5053	2026-12-21T03:37:00Z	Asia/Riyadh
city-1275068	Burhānpur		IN	210886	21.3087	76.2303	2026-12-21T01:28:00Z	Asia/Kolkata
city-1624041	Ternate	Тернате|テルナテ島|테르나테 섬	ID	210836	0.7906	127.3842	2026-12-20T21:26:00Z	Asia/Jayapura
city-732770	Burgas	Бургас|Burgaz|Bourgas|Boergas|Burgasz|Burgasas|布爾加斯|بورغاس	BG	210646	42.5065	27.4689	2026-12-21T05:36:00Z	Europe/Sofia
city-504341	Pskov	Псков|Pleskau|Psków|Pszkov|Pihkova|Pskovas|普斯科夫|بسكوف	RU	210501	57.8192	28.3318	2026-12-21T06:49:00Z	Europe/Moscow
city-1262775	Morvi	Morbi	IN	210451	22.8173	70.8377	2026-12-21T01:52:00Z	Asia/Kolkata
city-1814082	Daliang	顺德区|Shunde|Далян	CN	210411	22.8407	113.2503	2026-12-20T23:03:00Z	Asia/Shanghai
city-2555745	Beni Mellal	بني ملال|Beni Melal|Bani Mallal|Beni Melalis|Бени-Меллаль|貝尼邁拉勒	MA	210397	32.3372	-6.3498	2026-12-21T07:23:00Z	Africa/Casablanca
city-2481007	Sidi Bel Abbes	سيدي بلعباس|Sidi Bu-l-Abbas|Sidi Belabbas|Sidi bel Abesas|Сиди-Бель-Аббес|西迪贝勒阿巴斯	DZ	210146	35.1899	-0.6309	2026-12-21T07:07:00Z	Africa/Algiers
city-3568342	Arroyo Naranjo	Ponce	CU	210053	23.0381	-82.377	2026-12-21T12:06:00Z	America/Havana
city-1337233	Bogra	বগুড়া|Bogora|Богра|ボグラ	BD	210000	24.851	89.3711	2026-12-21T00:42:00Z	Asia/Dhaka
city-1519928	Kostanay	Qostanay|Костанай|Kostanaï|Qostanai|Kustanaj|Qostanaj|庫斯塔奈|كوستناي	KZ	210000	53.2144	63.6246	2026-12-21T03:58:00Z	Asia/Qostanay
city-6122085	Richmond	Ričmondas|Ричмонд|列治文|ريتشموند	CA	209937	49.17	-123.1368	2026-12-21T16:05:00Z	America/Vancouver
city-5134086	Rochester	Ročesteris|Рочестер|羅徹斯特|روتشستر	US	209802	43.1548	-77.6156	2026-12-21T12:39:00Z	America/New_York
city-1650234	Banjar	Bandjar	ID	209791	-7.1955	107.4313	2026-12-20T22:32:00Z	Asia/Jakarta
city-2043572	Kanggye	강계시|Канге|江界	KP	209530	40.9695	126.5852	2026-12-20T22:55:00Z	Asia/Pyongyang
city-1845033	Chungju	충주|Čchungdžu|Çungcu|Čungdžu|Чхунджу|忠州市	KR	209483	36.9767	127.9287	2026-12-20T22:37:00Z	Asia/Seoul
city-1278685	Anand	Ананд	IN	209410	22.5525	72.9552	2026-12-21T01:43:00Z	Asia/Kolkata
city-3448622	São Leopoldo	Сан-Леополду|圣利奥波尔杜|サン・レオポルド	BR	209229	-29.7603	-51.1472	2026-12-21T08:21:00Z	America/Sao_Paulo
city-3458329	Luziânia	Luzilandia|Santa-Luzia	BR	209129	-16.2525	-47.9503	2026-12-21T08:37:00Z	America/Sao_Paulo
city-3909234	Oruro	Oruras|Оруро|奥鲁罗|أورورو	BO	208684	-17.9715	-67.0932	2026-12-21T09:50:00Z	America/La_Paz
city-3500957	La Romana	Ла-Романа|羅馬納|ラ・ロマーナ	DO	208437	18.4233	-68.9664	2026-12-21T11:03:00Z	America/Santo_Domingo
city-328689	Shashamane	ሻሸመኔ|Shashemene	ET	208400	7.2	38.6	2026-12-21T03:32:00Z	Africa/Addis_Ababa
city-1808931	Hangu	Ханга	CN	208369	39.2489	117.7892	2026-12-20T23:25:00Z	Asia/Shanghai
city-1261045	Ongole	ఒంగోలు|ओंगोल|Онголе	IN	208344	15.5036	80.0445	2026-12-21T01:01:00Z	Asia/Kolkata
city-3114472	Pamplona	Iruña|Pampalona|Pampelune|Pampeluna|Памплона|潘普洛納|بنبلونة	ES	208243	42.8169	-1.6432	2026-12-21T07:34:00Z	Europe/Madrid
city-5303929	Maryvale	Maryvale Village	US	208189	33.502	-112.1776	2026-12-21T14:29:00Z	America/Phoenix
city-1843137	Gangneung	강릉시|Каннын|江陵市	KR	208161	37.7527	128.8724	2026-12-20T22:36:00Z	Asia/Seoul
city-2639996	Portsmouth	Portsmutas|Портсмут|朴次茅斯|بورتسموث	GB	208100	50.799	-1.0913	2026-12-21T08:04:00Z	Europe/London
city-216449	Gandajika		CD	208051	-6.745	23.9533	2026-12-21T04:07:00Z	Africa/Lubumbashi
city-1571067	Phan Rang-Tháp Chàm	Fan Rang-Tkhap Cham|Fanrang-Tkhaptjam|Phan Rang|Фан Ранг-Тхап Чам|فان رانج-ثاب تشام	VN	207998	11.5643	108.9886	2026-12-20T22:58:00Z	Asia/Ho_Chi_Minh
city-1646194	Ciputat	Tjipoetat|Tjipoetat 2|Tjiputat	ID	207858	-6.2375	106.6956	2026-12-20T22:36:00Z	Asia/Jakarta
city-4744709	Arlington	Arlingtonas|Арлингтон|阿靈頓縣|アーリントン	US	207627	38.881	-77.1043	2026-12-21T12:23:00Z	America/New_York
city-339666	Bishoftu	Biscioftu|Debra Zeit|Debre Zeit	ET	207400	8.7523	38.9785	2026-12-21T03:33:00Z	Africa/Addis_Ababa
city-1850692	Nishi-Tokyo-shi	西東京市	JP	207388	35.7253	139.5383	2026-12-20T21:47:00Z	Asia/Tokyo
city-712165	Bila Tserkva	Біла Церква|Белая Церковь|Bila Zerkwa|Bila Cerkva|Biała Cerkiew|Bila Țerkva|白采尔科维	UA	207273	49.7994	30.1165	2026-12-21T05:54:00Z	Europe/Kyiv
city-5380184	Oxnard	Окснард|奥克斯纳德|أوكسنارد	US	207254	34.1975	-119.177	2026-12-21T14:59:00Z	America/Los_Angeles
city-1647383	Ciampea	Campea|Tjampea|Tjampea 1	ID	207212	-6.5547	106.7008	2026-12-20T22:36:00Z	Asia/Jakarta
city-361291	Hurghada	الغردقة|Hurgada|Gurdaka|Хургада|洪加達	EG	207132	27.2574	33.8129	2026-12-21T04:30:00Z	Africa/Cairo
city-3116025	Móstoles	Mostolesas|Мостолес|莫斯托莱斯|موستوليس	ES	207095	40.3223	-3.865	2026-12-21T07:35:00Z	Europe/Madrid
city-4188985	Columbus	Kolumbas|Колумбус|哥伦布|كولومبوس	US	206922	32.461	-84.9877	2026-12-21T12:37:00Z	America/New_York
city-3685095	Dosquebradas		CO	206693	4.8392	-75.6673	2026-12-21T11:05:00Z	America/Bogota
city-1681602	Toledo	Lungsod ng Toledo|Toledo City|Толедо	PH	206692	10.3773	123.6386	2026-12-20T21:58:00Z	Asia/Manila
city-633679	Turku	Åbo|Турку|图尔库|توركو	FI	206655	60.4515	22.2687	2026-12-21T07:37:00Z	Europe/Helsinki
city-4956184	Worcester	Vusteris|Вустер|伍斯特|ورسستر	US	206518	42.2626	-71.8023	2026-12-21T12:13:00Z	America/New_York
city-1696710	Pagadian	Lungsod ng Pagad	PH	206483	7.8257	123.437	2026-12-20T21:54:00Z	Asia/Manila
city-3628423	San Felipe	Сан-Фелипе|聖費利佩|산펠리페	VE	206270	10.3401	-68.743	2026-12-21T10:47:00Z	America/Caracas
city-1203891	Dinajpur		BD	206234	25.6274	88.6378	2026-12-21T00:47:00Z	Asia/Dhaka
city-1269935	Hosapete	Hospet|হোসপেত|Hoszpet|Хоспет|霍斯佩特	IN	206167	15.2695	76.3871	2026-12-21T01:16:00Z	Asia/Kolkata
city-159492	Ifakara		TZ	205843	-8.1333	36.6833	2026-12-21T03:13:00Z	Africa/Dar_es_Salaam
city-3346015	Sumbe	Сумбе|孫貝|スンベ	AO	205832	-11.206	13.8437	2026-12-21T04:39:00Z	Africa/Luanda
city-2451478	Ségou	Segú|Сеги|塞古|سيغو	ML	205787	13.4403	-6.2595	2026-12-21T06:43:00Z	Africa/Bamako
city-1578500	Kon Tum	Cong Tum|Tinh Kontum	VN	205762	14.3545	108.0076	2026-12-20T23:07:00Z	Asia/Ho_Chi_Minh
city-3460949	Itabuna	Итабуна|伊塔布纳|イタブーナ	BR	205660	-14.7856	-39.2803	2026-12-21T08:05:00Z	America/Bahia
city-3654870	Latacunga	Latakunga|Латакунга|拉塔昆加|라타쿵가	EC	205624	-0.9342	-78.6152	2026-12-21T11:07:00Z	America/Guayaquil
city-1261913	Nāngloi Jāt	Nangloi	IN	205596	28.6796	77.068	2026-12-21T01:40:00Z	Asia/Kolkata
city-1859383	Kishiwada	岸和田市|Кисивада|기시와다 시	JP	205561	34.4667	135.3667	2026-12-20T22:01:00Z	Asia/Tokyo
city-1785710	Jinghong	景洪市|景洪	CN	205523	22.0026	100.7697	2026-12-20T23:51:00Z	Asia/Shanghai
city-630468	Bobruysk	Бабруйск|Бобруйск|Babruysk|Babruisk|Bobrujsk|Babrujsk|Bobruisk	BY	205502	53.1468	29.2055	2026-12-21T06:15:00Z	Europe/Minsk
city-1643837	Gorontalo	Горонтало	ID	205390	0.5375	123.0625	2026-12-20T21:43:00Z	Asia/Makassar
city-3449319	São Carlos	San Karlosas|Сан-Карлос|聖卡洛斯|ساو كارلوس	BR	205035	-22.0175	-47.8908	2026-12-21T08:25:00Z	America/Sao_Paulo
city-1165108	Shikarpur		PK	204938	27.9556	68.6382	2026-12-21T02:12:00Z	Asia/Karachi
city-2772400	Linz	Linec|Lincas|Линц|林茨|لينتز	AT	204846	48.3064	14.2861	2026-12-21T06:51:00Z	Europe/Vienna
city-1283467	Dhangaḍhi̇̄	Дхангадхи	NP	204788	28.7016	80.5899	2026-12-21T01:26:00Z	Asia/Kathmandu
city-3530240	Córdoba	Kordoba|Кордова|科爾多瓦	MX	204721	18.8842	-96.9256	2026-12-21T12:56:00Z	America/Mexico_City
city-2503826	Biskra	بسكرة|Biskira|Бискра|比斯克拉	DZ	204661	34.8504	5.728	2026-12-21T06:41:00Z	Africa/Algiers
city-1810437	Gaoping	高坪	CN	204368	30.7758	106.1029	2026-12-20T23:49:00Z	Asia/Shanghai
city-153176	Mpanda	مبندا	TZ	204338	-6.3438	31.0695	2026-12-21T03:39:00Z	Africa/Dar_es_Salaam
city-3165185	Trieste	Triest|Trst|Terst|Trieszt|Triestas|Триест|的里雅斯特|إصطاجانكو	IT	204338	45.6495	13.7768	2026-12-21T06:42:00Z	Europe/Rome
city-5374732	Moreno Valley	Морено-Валли|莫雷諾谷|مورينو فالي	US	204198	33.9375	-117.2306	2026-12-21T14:50:00Z	America/Los_Angeles
city-1256922	Secunderabad	सिकंदराबाद|సికింద్రాబాద్|Секундерабад	IN	204182	17.5043	78.5426	2026-12-21T01:11:00Z	Asia/Kolkata
city-7910079	Sodo	Wolaita Sodo|Wolaytta Sooddo	ET	204100	6.86	37.7616	2026-12-21T03:35:00Z	Africa/Addis_Ababa
city-2208485	Zliten	زليتن|Zalitan|Zlitan|Zlitenas|Злитен|兹利坦	LY	203790	32.4674	14.5687	2026-12-21T05:59:00Z	Africa/Tripoli
city-3171728	Padua	Padova|Padoue|Padwa|Падуя|帕多瓦|بادوفا	IT	203725	45.408	11.8859	2026-12-21T06:49:00Z	Europe/Rome
city-3550598	Las Tunas	Victoria de Las Tunas|Las Tunasas|Лас-Тунас|维多利亚-德拉斯图纳斯|라스투나스	CU	203684	20.9613	-76.9519	2026-12-21T11:40:00Z	America/Havana
city-1857550	Matsue	松江市|Macue|Macujė|Мацуэ|ماتسوا	JP	203616	35.4833	133.05	2026-12-20T22:13:00Z	Asia/Tokyo
city-4562831	Bayamón	Bajamonas|Баямон|巴阿蒙|بايامون	PR	203499	18.3986	-66.1557	2026-12-21T10:52:00Z	America/Puerto_Rico
city-6317464	Lauro de Freitas		BR	203331	-12.8944	-38.3272	2026-12-21T08:05:00Z	America/Bahia
city-1273241	Deoghar	देवघर|ദേവ്ഘർ|Деогарх	IN	203123	24.4898	86.699	2026-12-21T00:52:00Z	Asia/Kolkata
city-1064890	Fianarantsoa	Fianarancua|Фианаранцуа|菲亞納蘭楚阿|フィアナランツォア	MG	203105	-21.4527	47.0857	2026-12-21T02:06:00Z	Indian/Antananarivo
city-3387296	Sobral	Собрал	BR	203023	-3.6861	-40.3497	2026-12-21T08:29:00Z	America/Fortaleza
city-2306079	Atsiaman	Achiaman|Ashaiman|Ачиаман	GH	202932	5.6978	-0.3282	2026-12-21T06:05:00Z	Africa/Accra
city-2317397	Bandundu Province	Bandundu|Provincia di Bandundu|Bandundu tartomány|Bandundu Bölgesi|Бандунду|班顿杜省|بانداندو	CD	202904	-3.3169	17.3806	2026-12-21T04:39:00Z	Africa/Kinshasa
city-303195	Osmaniye	Kinikan|Osmaniyə|Osmanijė|Османие|奧斯曼尼耶|عثمانية	TR	202837	37.0742	36.2478	2026-12-21T04:44:00Z	Europe/Istanbul
city-142363	Bābol	بابل|Баболь	IR	202796	36.551	52.6786	2026-12-21T03:37:00Z	Asia/Tehran
city-3985710	Cabo San Lucas	Кабо-Сан-Лукас|كابو سان لوكاس|サンルーカス岬	MX	202694	22.8909	-109.9124	2026-12-21T13:56:00Z	America/Mazatlan
city-4119403	Little Rock	Litl Rokas|Литл-Рок|小岩城|ليتل روك	US	202591	34.7465	-92.2896	2026-12-21T13:13:00Z	America/Chicago
city-748893	Çorlu	Чорлу|喬爾盧|تشورلو	TR	202578	41.1607	27.8009	2026-12-21T05:31:00Z	Europe/Istanbul
city-1636930	Madiun	Kota Madiun	ID	202544	-7.6298	111.5239	2026-12-20T22:15:00Z	Asia/Jakarta
city-159071	Iringa	إيرينغا|Иринга|伊林加	TZ	202490	-7.7667	35.7	2026-12-21T03:18:00Z	Africa/Dar_es_Salaam
city-721472	Debrecen	Debreczyn|Debrecín|Debrecenas|Debrețin|Дебрецен|德布勒森|دبرتسن	HU	202402	47.5317	21.6244	2026-12-21T06:18:00Z	Europe/Budapest
city-1274353	Chāpra	छपरा|চাপরা|Чхапра	IN	202352	25.7803	84.7471	2026-12-21T01:03:00Z	Asia/Kolkata
city-1336137	Barishal	বরিশাল|Барисал	BD	202242	22.705	90.3701	2026-12-21T00:34:00Z	Asia/Dhaka
city-6122091	Richmond Hill	Ричмонд-Хилл|列治文山|ريتشموند هيل	CA	202022	43.8711	-79.4373	2026-12-21T12:49:00Z	America/Toronto
city-4466033	Fayetteville	Фейетвилл|費耶特維爾|فاييتفيل	US	201963	35.0527	-78.8784	2026-12-21T12:20:00Z	America/New_York
city-2219905	Al Khums	الخُمس|Al-Chums|Humsas|Хомс|胡姆斯	LY	201943	32.6486	14.2619	2026-12-21T06:01:00Z	Africa/Tripoli
city-5358705	Huntington Beach	Hantington Byčas|Хантингтон-Бич|亨廷頓比奇|هونتينغتون بيتش	US	201899	33.6603	-117.9992	2026-12-21T14:53:00Z	America/Los_Angeles
city-1708522	Koronadal	Koronadal City|科罗纳达尔|코로나달	PH	201844	6.5031	124.8469	2026-12-20T21:46:00Z	Asia/Manila
city-2660646	Geneva	Genf|Genève|Ginebra|Ginevra|Genebra|Женева|日内瓦|جنيف	CH	201741	46.2022	6.1457	2026-12-21T07:15:00Z	Europe/Zurich
city-4174715	Tallahassee	Talahasis|Таллахасси|塔拉赫西|تالاهاسي	US	201731	30.4383	-84.2807	2026-12-21T12:30:00Z	America/New_York
city-2636389	Swindon	Svindonas|Свиндон|斯温顿|سويندون	GB	201669	51.558	-1.7812	2026-12-21T08:10:00Z	Europe/London
city-1629710	Rengasdengklok		ID	201463	-6.1592	107.2981	2026-12-20T22:34:00Z	Asia/Jakarta
city-3451234	Rio Claro		BR	201418	-22.4114	-47.5614	2026-12-21T08:23:00Z	America/Sao_Paulo
city-3699088	Cajamarca	Kachamarka|Кахамарка|卡哈馬卡|カハマルカ	PE	201329	-7.1638	-78.5003	2026-12-21T10:56:00Z	America/Lima
city-2146142	Townsville	Taunsvilis|Таунсвилл|汤斯维尔|تاونسفيل	AU	201313	-19.2664	146.8057	2026-12-20T19:32:00Z	Australia/Brisbane
city-7281017	La Pintana	Ла-Пинтана|拉平塔納|라핀타나	CL	201178	-33.5833	-70.6342	2026-12-21T09:29:00Z	America/Santiago
city-601734	Daşoguz	Дашогуз|Toshhovuz|Daszoguz|Dašhowuz|Tasjauz|Dašoguzas|达沙古兹|ダショグズ	TM	201142	41.8362	59.9666	2026-12-21T03:24:00Z	Asia/Ashgabat
city-5145215	Yonkers	Jonkersas|Йонкерс|揚克斯|يونكيرس	US	201116	40.9304	-73.8979	2026-12-21T12:17:00Z	America/New_York
city-5352423	Glendale	Glendeilas|Глендейл|格倫代爾|غلينديل	US	201020	34.1425	-118.2551	2026-12-21T14:55:00Z	America/Los_Angeles
city-1180809	Dadu	دادُو	PK	201017	26.7303	67.7769	2026-12-21T02:13:00Z	Asia/Karachi
city-343663	Arba Minch	አርባ ምንጭ|Арба-Мынч	ET	201000	6.0333	37.55	2026-12-21T03:34:00Z	Africa/Addis_Ababa
city-1520172	Petropavl	Петропавл|Петропавловск|Petropawl|Pietropawłowsk|Kızılyar|Petropavlas|彼得罗巴甫尔	KZ	200920	54.8734	69.1506	2026-12-21T03:45:00Z	Asia/Almaty
city-1214658	Lhokseumawe	Kota Lhokseumawe|Локсеумаве	ID	200876	5.1801	97.1507	2026-12-20T23:34:00Z	Asia/Jakarta
city-4684724	Cypress	سايبرس	US	200839	29.9691	-95.6972	2026-12-21T13:14:00Z	America/Chicago
city-1267031	Khandwa	खण्डवा|খান্দোওয়া|坎德瓦	IN	200738	21.8243	76.3509	2026-12-21T01:28:00Z	Asia/Kolkata
city-4883817	Aurora	Аврора	US	200661	41.7606	-88.3201	2026-12-21T13:17:00Z	America/Chicago
city-1259184	Puri	பூரி|Пури|プーリ	IN	200564	19.7982	85.8249	2026-12-21T00:46:00Z	Asia/Kolkata
city-1262771	Morena	मुरैना|মোরেনা|Морена	IN	200482	26.4989	77.9953	2026-12-21T01:32:00Z	Asia/Kolkata
city-146268	Nicosia	Λευκωσία|Lefkoşa|Nicosie|Nikosia|Nikozja|Nikósie|Никосия|尼科西亚	CY	200452	35.1728	33.354	2026-12-21T04:51:00Z	Asia/Nicosia
city-3181554	Brescia	Брешиа|布雷西亚|بريشيا	IT	200423	45.5356	10.2147	2026-12-21T06:56:00Z	Europe/Rome
city-2320831	Ugep		NG	200276	5.8087	8.081	2026-12-21T05:32:00Z	Africa/Lagos
city-214614	Kamina	Камины	CD	200184	-8.7351	24.998	2026-12-21T03:59:00Z	Africa/Lubumbashi
city-100425	Yanbu	ينبع	SA	200161	24.0895	38.0618	2026-12-21T04:06:00Z	Asia/Riyadh
city-1856184	Nagareyama	流山|Нагареяма|流山市	JP	200136	35.8563	139.9027	2026-12-20T21:46:00Z	Asia/Tokyo
city-2800481	Charleroi	Šarlerua|Шарлеруа|沙勒罗瓦|شارلوروا	BE	200132	50.4114	4.4445	2026-12-21T07:40:00Z	Europe/Brussels
city-1576633	Lạng Sơn	Thành Phố Lạng Sơn	VN	200108	21.8526	106.761	2026-12-20T23:27:00Z	Asia/Bangkok
city-1164045	Talhar		PK	200014	24.8845	68.8144	2026-12-21T02:05:00Z	Asia/Karachi
city-1167648	Qadirpur Ran		PK	200000	30.2918	71.6716	2026-12-21T02:05:00Z	Asia/Karachi
city-1180752	Dajal		PK	200000	29.5577	70.3761	2026-12-21T02:09:00Z	Asia/Karachi
city-1270576	Gyānpur		IN	200000	25.3327	82.4664	2026-12-21T01:11:00Z	Asia/Kolkata
city-1626103	Sumedang	Soemadang|Soemedang	ID	200000	-6.8586	107.9164	2026-12-20T22:30:00Z	Asia/Jakarta
city-2218970	Az Zāwīyah	الزاوية	LY	200000	32.7571	12.7276	2026-12-21T06:07:00Z	Africa/Tripoli
city-3448742	São José		BR	200000	-28.2134	-49.1638	2026-12-21T08:16:00Z	America/Sao_Paulo
city-10920963	Salé Al Jadida		MA	200000	33.9972	-6.7405	2026-12-21T07:28:00Z	Africa/Casablanca
city-12129605	Chakwama		NG	200000	11.5596	9.6641	2026-12-21T05:36:00Z	Africa/Lagos
city-1803551	Beiliu	Lingcheng|Paklow|Paklow-hsien	CN	199769	22.7072	110.3492	2026-12-20T23:14:00Z	Asia/Shanghai
city-114259	Sirjan	Sa‘īdābād|Sirdschan|Sirdżan|Sircan|Сирджан|錫爾詹|سيرجان	IR	199704	29.4514	55.6809	2026-12-21T03:07:00Z	Asia/Tehran
city-3887127	Iquique	Ikikė|Икике|伊基克|イキケ	CL	199587	-20.2133	-70.1503	2026-12-21T09:58:00Z	America/Santiago
city-579492	Balakovo	Балаково|Balakowo|Bałakowo|Balakovas|巴拉科沃|بالاكوفو	RU	199572	52.0264	47.7967	2026-12-21T04:55:00Z	Europe/Saratov
city-580922	Armavir	Армавир|Armawir|Armaviras|阿爾馬維爾|أرمافير	RU	199548	44.9985	41.1147	2026-12-21T04:50:00Z	Europe/Moscow
city-6545349	Saidpur	সৈয়দপুর	BD	199422	25.7777	88.8917	2026-12-21T00:46:00Z	Asia/Dhaka
city-361546	Arīsh	El-‘Arîsh|Al ‘Arīsh|El-Arich|Al-Arisch|Alarixe|Эль-Ариш|阿里什|アリーシュ	EG	199243	31.1316	33.7984	2026-12-21T04:39:00Z	Africa/Cairo
city-1735150	Rawang	Wan Nao|万挠	MY	199095	3.3213	101.5767	2026-12-20T23:14:00Z	Asia/Kuala_Lumpur
city-2650839	Dudley	Dadlis|Дадли|達德利|ダドリー	GB	199059	52.5	-2.0833	2026-12-21T08:17:00Z	Europe/London
city-2119441	Yuzhno-Sakhalinsk	Южно-Сахалинск|Ioujno-Sakhalinsk|Juschno-Sachalinsk|Yuzhno-Sajalinsk|Južno-Sachalinsk|Iujno-Sakhalinsk|南萨哈林斯克|يوجنو-ساخالينسك	RU	198973	46.9543	142.7356	2026-12-20T22:11:00Z	Asia/Sakhalin
city-2912621	Hagen	Хаген|هاغن|ハーゲン	DE	198972	51.3608	7.4717	2026-12-21T07:32:00Z	Europe/Berlin
city-1629131	Salatiga		ID	198971	-7.3319	110.4928	2026-12-20T22:19:00Z	Asia/Jakarta
city-3640465	Guacara		VE	198883	10.2261	-67.877	2026-12-21T10:44:00Z	America/Caracas
city-126972	Khūy	خوی|Khowy	IR	198845	38.5503	44.9521	2026-12-21T04:14:00Z	Asia/Tehran
city-3099230	Gliwice	Gleiwitz|Glivicės|Гливице|格利维采|غليفيتسه	PL	198835	50.2976	18.6766	2026-12-21T06:42:00Z	Europe/Warsaw
city-1529569	Changji	延安北路|سانجى|Чанцзи	CN	198776	44.0078	87.3046	2026-12-21T01:42:00Z	Asia/Urumqi
city-5516233	Amarillo	Amarilas|Амарилло|阿馬里洛|أماريلو	US	198645	35.222	-101.8313	2026-12-21T13:52:00Z	America/Chicago
city-1275120	Bulandshahr	बुलन्दशहर|புலந்தசகர்|Bülendşehr|Буландшахре	IN	198612	28.4039	77.8577	2026-12-21T01:36:00Z	Asia/Kolkata
city-2657832	Aberdeen	Obar Dheathain|Aberdynas|Абердин|阿伯丁|أبردين	GB	198590	57.1437	-2.0981	2026-12-21T08:46:00Z	Europe/London
city-3165926	Taranto	Tarent|Tarente|Tarento|Таранто|تارانتو|ターラント	IT	198585	40.4644	17.2471	2026-12-21T06:11:00Z	Europe/Rome
city-3439214	Capiatá	Kapjata|卡皮亞塔|カピアタ|카피아타	PY	198553	-25.3552	-57.4455	2026-12-21T08:56:00Z	America/Asuncion
city-1811764	Duyun	都勻|Дуюн	CN	198516	26.2667	107.5167	2026-12-20T23:33:00Z	Asia/Shanghai
city-184707	Naivasha	Naivaša|Найваша|奈瓦沙	KE	198444	-0.7138	36.4326	2026-12-21T03:27:00Z	Africa/Nairobi
city-1804850	Kaiyuan	开远|Кайюань	CN	198423	23.6977	103.3037	2026-12-20T23:44:00Z	Asia/Shanghai
city-759734	Rzeszów	Řešov|Žešuvas|Жешув|热舒夫|جيشوف	PL	198317	50.0413	21.999	2026-12-21T06:28:00Z	Europe/Warsaw
city-2844588	Rostock	Rostokas|Росток|罗斯托克|روستوك	DE	198293	54.0887	12.1405	2026-12-21T07:29:00Z	Europe/Berlin
city-3171457	Parma	Parme|Парма|بارما|パルマ	IT	198292	44.7993	10.3262	2026-12-21T06:53:00Z	Europe/Rome
city-1735902	Sibu	詩巫|Сибу|سيبو	MY	198239	2.3	111.8167	2026-12-20T22:31:00Z	Asia/Kuching
city-751868	Arnavutköy		TR	198165	41.1835	28.7402	2026-12-21T05:27:00Z	Europe/Istanbul
city-1861310	Itami	伊丹市|Итами|إتامي	JP	198138	34.7843	135.4013	2026-12-20T22:02:00Z	Asia/Tokyo
city-1800657	Mentougou	门头沟	CN	197772	39.9382	116.0931	2026-12-20T23:33:00Z	Asia/Shanghai
city-1275926	Bhind	بھینڈ|宾德	IN	197585	26.5667	78.7873	2026-12-21T01:29:00Z	Asia/Kolkata
city-5145476	Akron	Akronas|Акрон|阿克伦|آكرون	US	197542	41.0814	-81.519	2026-12-21T12:48:00Z	America/New_York
city-3870294	Talca	Talka|Талька|塔爾卡|تالكا	CL	197479	-35.4232	-71.6497	2026-12-21T09:28:00Z	America/Santiago
city-2892518	Kassel	Cassel|Kaselis|Кассель|卡塞尔|كاسل	DE	197230	51.3167	9.5	2026-12-21T07:24:00Z	Europe/Berlin
city-3530594	Ciudad Madero	Siudad Maderas|Сьюдад-Мадеро|馬德羅城	MX	197216	22.2475	-97.8367	2026-12-21T13:06:00Z	America/Monterrey
city-1628453	Sawangan		ID	197170	-6.4028	106.7744	2026-12-20T22:36:00Z	Asia/Jakarta
city-2315728	Gemena	Гемене	CD	197159	3.2565	19.7723	2026-12-21T04:41:00Z	Africa/Kinshasa
city-140463	Bīrjand	بیرجند|Birdschand|Бирдженд	IR	196982	32.8663	59.2211	2026-12-21T03:01:00Z	Asia/Tehran
city-3083271	Toruń	Thorn|Torunė|Торунь|托伦|تورون	PL	196935	53.0138	18.5981	2026-12-21T06:57:00Z	Europe/Warsaw
city-2521886	Almería	Almerija|Альмерия|阿尔梅里亚|ألمرية	ES	196851	36.8381	-2.4597	2026-12-21T07:19:00Z	Europe/Madrid
city-1805798	Jijiang	几江	CN	196787	29.2899	106.25	2026-12-20T23:45:00Z	Asia/Shanghai
city-1184845	Ahmadpur East	Ahmadpur|Ahmedpur East|Ahmedpur East Municipality|Амидпер-Ист|احمد پور	PK	196718	29.1427	71.2577	2026-12-21T02:04:00Z	Asia/Karachi
city-3696417	Huánuco	Huanukas|Уануко|瓦努科|ワヌコ	PE	196627	-9.9288	-76.2399	2026-12-21T10:42:00Z	America/Lima
city-745028	İzmit	Измит|伊兹密特|イズミット	TR	196571	40.765	29.9293	2026-12-21T05:21:00Z	Europe/Istanbul
city-2984114	Reims	Rems|Remeš|Reimsas|Реймс|兰斯|رانس	FR	196565	49.2653	4.0285	2026-12-21T07:36:00Z	Europe/Paris
city-5814616	Vancouver	Vankuveris|Ванкувер|溫哥華|فانكوفر	US	196442	45.6387	-122.6615	2026-12-21T15:48:00Z	America/Los_Angeles
city-4049979	Birmingham	Birmingamas|Бирмингем|伯明翰|برمنغهام	US	196357	33.5207	-86.8025	2026-12-21T12:47:00Z	America/Chicago
city-2462881	Laayoune	Aaium|Aaiun|Aiun|Ел Ајун|العيون|阿尤恩	EH	196331	27.1418	-13.188	2026-12-21T07:38:00Z	Africa/El_Aaiun
city-1267076	Khammam	खम्मम|ఖమ్మం|Кхаммам	IN	196283	17.2477	80.1437	2026-12-21T01:04:00Z	Asia/Kolkata
city-294751	H̱olon	חולון|حولون|Cholon|Jolón|Холон	IL	196282	32.0103	34.7792	2026-12-21T04:37:00Z	Asia/Jerusalem
city-976361	Middelburg	Мидделбург|米德爾堡|مدلبورخ	ZA	196263	-25.7751	29.4648	2026-12-21T03:07:00Z	Africa/Johannesburg
city-1843702	Icheon-si	이천시	KR	196230	37.2792	127.4425	2026-12-20T22:40:00Z	Asia/Seoul
city-585915	Khirdalan	Xirdalan|Хырдалан	AZ	196200	40.4481	49.755	2026-12-21T04:00:00Z	Asia/Baku
city-1607508	Phra Pradaeng	อําเภอพระประแดง|Amphoe Phra Pradaeng|プラプラデーン郡	TH	196129	13.6585	100.5336	2026-12-20T23:36:00Z	Asia/Bangkok
city-2427455	Moundou	موندو|Mundu|Мунду|蒙杜	TD	196124	8.5744	16.0772	2026-12-21T05:05:00Z	Africa/Ndjamena
city-1257540	Sambhal	संभल|سنبھل	IN	196109	28.585	78.5696	2026-12-21T01:34:00Z	Asia/Kolkata
city-1275899	Bhiwāni		IN	196057	28.793	76.1397	2026-12-21T01:44:00Z	Asia/Kolkata
city-563464	Engels	Энгельс	RU	196011	51.4839	46.1053	2026-12-21T04:58:00Z	Europe/Saratov
city-4026082	Ciudad Lázaro Cárdenas	Lázaro Cárdenas|Ласаро-Карденас	MX	196003	17.9626	-102.1989	2026-12-21T13:15:00Z	America/Mexico_City
city-1283339	Hetauda	हेटौंडा उपमहानगरपालिका|Хетауда|黑道達	NP	195951	27.4284	85.0322	2026-12-21T01:05:00Z	Asia/Kathmandu
city-3185728	Durrës	Durrësi|Δυρράχιο|Durazzo|Drač|Duresis|Дуррес|都拉斯	AL	195920	41.3235	19.4547	2026-12-21T06:04:00Z	Europe/Tirane
city-1851348	Suzuka	鈴鹿市|Sudzuka|Судзука|سوزوكا	JP	195670	34.8833	136.5833	2026-12-20T21:57:00Z	Asia/Tokyo
city-3432043	La Plata	Ла-Плата|拉普拉塔|لابلاتا	AR	195443	-34.9213	-57.9544	2026-12-21T08:35:00Z	America/Argentina/Buenos_Aires
city-1283318	Janakpur	जनकपुर उपमहानगरपालिका|Janakpur Dham|Džanakpuras|Джанакпур|賈納克布爾	NP	195438	26.7288	85.9263	2026-12-21T01:00:00Z	Asia/Kathmandu
city-1260434	Panvel	पनवेल|পানওয়েল|潘韦尔	IN	195373	18.9888	73.1101	2026-12-21T01:36:00Z	Asia/Kolkata
city-1798972	Peicheng	P'ei|P'ei-ch'eng-chen|P'ei-hsien	CN	195363	34.7361	116.9247	2026-12-20T23:15:00Z	Asia/Shanghai
city-1236854	Maharagama	Makharagama|Махарагама|ماهاراگاما|馬哈拉賈馬	LK	195355	6.848	79.9265	2026-12-21T00:46:00Z	Asia/Colombo
city-4076784	Montgomery	Montgomeris|Монтгомери|蒙哥马利|مونتغومري	US	195287	32.3668	-86.3	2026-12-21T12:42:00Z	America/Chicago
city-2792413	Liège	Luik|Lüttich|Lieja|Liegi|Lutych|Льеж|列日|لييج	BE	195278	50.6337	5.5675	2026-12-21T07:36:00Z	Europe/Brussels
city-1858428	Kumagaya	熊谷市|Кумагая|كوماغايا	JP	195277	36.135	139.39	2026-12-20T21:49:00Z	Asia/Tokyo
city-1841988	Guri-si	구리시	KR	195236	37.5986	127.1394	2026-12-20T22:42:00Z	Asia/Seoul
city-1278860	Ambāla	Ambata	IN	195153	30.361	76.7978	2026-12-21T01:45:00Z	Asia/Kolkata
city-4994358	Grand Rapids	Grand Rapidsas|Гранд-Рапидс|大急流城|グランドラピッズ	US	195097	42.9634	-85.6681	2026-12-21T13:10:00Z	America/Detroit
city-3169921	Prato	Прато|普拉托|براتو	IT	195089	43.8805	11.097	2026-12-21T06:46:00Z	Europe/Rome
city-8223943	Kumarapalayam	Komarapalayam	IN	195071	11.445	77.711	2026-12-21T01:03:00Z	Asia/Kolkata
city-1283562	Butwāl	Butaul|Butval|Butwai|Бутвал|بوتوال	NP	195054	27.6912	83.4525	2026-12-21T01:12:00Z	Asia/Kathmandu
city-2455518	Kayes	Kajesas|Каес|卡伊|كايس	ML	194716	14.4478	-11.4439	2026-12-21T07:06:00Z	Africa/Bamako
city-1648186	Bontang	Kota Bontang	ID	194606	0.1324	117.4854	2026-12-20T22:04:00Z	Asia/Makassar
city-354502	Kafr ash Shaykh	كفر الشيخ	EG	194569	31.1117	30.9399	2026-12-21T04:50:00Z	Africa/Cairo
city-2477461	Tébessa	تبسة|Tibissa|Tebesa|Тебесса|泰贝萨	DZ	194461	35.4042	8.1242	2026-12-21T06:32:00Z	Africa/Algiers
city-193627	Karuri		KE	194342	-0.7	37.1833	2026-12-21T03:24:00Z	Africa/Nairobi
city-496285	Severodvinsk	Северодвинск|Sewerodwinsk|Siewierodwińsk|Severodvinskas|北德文斯克|سفرودفنسك	RU	194292	64.5583	39.8297	2026-12-21T07:22:00Z	Europe/Moscow
city-747764	Düzce	Djuzdzhe|Djuzҗe|Duezce|Дюзджe|دوزجة	TR	194097	40.8389	31.1639	2026-12-21T05:16:00Z	Europe/Istanbul
city-2328765	Nnewi	Ннюви	NG	193987	6.0196	6.9173	2026-12-21T05:37:00Z	Africa/Lagos
city-1848689	Yamaguchi	山口市|Jamaguči|Ямагути|ياماغوتشي	JP	193966	34.1833	131.4667	2026-12-20T22:16:00Z	Asia/Tokyo
city-3130616	Alcalá de Henares	Alkala de Henaresas|Алькала-де-Энарес|埃纳雷斯堡|ألكالا دي إيناريس	ES	193751	40.4821	-3.36	2026-12-21T07:33:00Z	Europe/Madrid
city-6947639	Başakşehir		TR	193750	41.106	28.791	2026-12-21T05:26:00Z	Europe/Istanbul
city-1811619	Ezhou	Echeng|Echeng-hsien|O-ch'eng	CN	193652	30.4	114.8333	2026-12-20T23:13:00Z	Asia/Shanghai
city-1784712	Zhengding	Cheng-ting|Cheng-ting-ch'eng-kuan|Cheng-ting-hsien|正定	CN	193524	38.145	114.5656	2026-12-20T23:34:00Z	Asia/Shanghai
city-139889	Būkān	Букан	IR	193501	36.521	46.2089	2026-12-21T04:03:00Z	Asia/Tehran
city-2742032	Braga	Брага|ブラガ|Μπράγκα	PT	193324	41.5514	-8.4231	2026-12-21T07:57:00Z	Europe/Lisbon
city-909863	Luanshya	Luanšija|Луаншья|盧安夏|ルアンシャ	ZM	193293	-13.1367	28.4166	2026-12-21T03:37:00Z	Africa/Lusaka
city-1963770	Padalarang		ID	193114	-6.8378	107.4728	2026-12-20T22:32:00Z	Asia/Jakarta
city-1729085	Bago City	Bagas|Bago|Banko|Баго|باجو|巴哥	PH	192993	10.5333	122.8333	2026-12-20T22:01:00Z	Asia/Manila
city-1786378	Yongchuan	永川	CN	192954	29.3538	105.8939	2026-12-20T23:46:00Z	Asia/Shanghai
city-1849372	Uji	宇治市|Udži|Udžis|Удзи|يوجي	JP	192925	34.8904	135.8032	2026-12-20T22:00:00Z	Asia/Tokyo
city-1264637	Machilīpatnam	మచిలీపట్నం|Masulipatão	IN	192827	16.1875	81.1389	2026-12-21T00:58:00Z	Asia/Kolkata
city-1803842	Hepu	Ho-p’u-hsien	CN	192813	21.6592	109.2001	2026-12-20T23:17:00Z	Asia/Shanghai
city-2043837	Hyesan	혜산시|惠山市|恵山市	KP	192680	41.4017	128.1778	2026-12-20T22:50:00Z	Asia/Pyongyang
city-3567597	Bayamo	Баямо	CU	192632	20.3737	-76.6427	2026-12-21T11:38:00Z	America/Havana
city-769250	Kielce	Kelcai|Кельце|凯尔采|كيلسي	PL	192468	50.8703	20.6275	2026-12-21T06:37:00Z	Europe/Warsaw
city-1192366	Pār Naogaon	Naogaon	BD	192464	24.8042	88.9488	2026-12-21T00:44:00Z	Asia/Dhaka
city-1792585	Fuding	福鼎	CN	192352	27.3273	120.214	2026-12-20T22:44:00Z	Asia/Shanghai
city-3456223	Nossa Senhora do Socorro	Contiguiba|Cotinguiba|Soccorro	BR	192330	-10.855	-37.1261	2026-12-21T08:04:00Z	America/Maceio
city-3402591	Castanhal	Кастаньял|卡斯塔尼亞爾	BR	192256	-1.2939	-47.9264	2026-12-21T09:04:00Z	America/Belem
city-3080985	Zabrze	Zabžas|Забже|扎布热|زابجه	PL	192177	50.3249	18.7858	2026-12-21T06:42:00Z	Europe/Warsaw
city-2190324	Hamilton	Kirikiriroa|Hamiltonas|Гамильтон|哈密尔顿|هاميلتون	NZ	192100	-37.7833	175.2833	2026-12-20T16:53:00Z	Pacific/Auckland
city-140380	Bojnūrd	Bojnourd|Боджнурд	IR	192041	37.4747	57.329	2026-12-21T03:21:00Z	Asia/Tehran
city-1806696	Humen	虎门|Хумэнь	CN	191891	22.819	113.6731	2026-12-20T23:01:00Z	Asia/Shanghai
city-1610780	Hat Yai	หาดใหญ่|Hatjaj|Hatjajus|Хатъяй|合艾	TH	191696	7.0084	100.4767	2026-12-20T23:24:00Z	Asia/Bangkok
city-2037086	Haicheng	Hai-ch'eng-chen|Hai-ch'eng-hsien|Haicheng Shi|海城	CN	191651	40.8516	122.7475	2026-12-20T23:10:00Z	Asia/Shanghai
city-1645895	Curug	Tjoeroeg|Tjurug	ID	191406	-6.2658	106.5564	2026-12-20T22:37:00Z	Asia/Jakarta
city-3689169	Barrancabermeja	Barracana Bermeja|Barankabermecha|Барранкабермеха|巴蘭卡韋梅哈|バランカベルメハ	CO	191403	7.0653	-73.8547	2026-12-21T11:02:00Z	America/Bogota
city-462444	Zlatoust	Златоуст|Zlatooust|Slatoust|Złatoust|Zlato-oest|Zlatoustas|兹拉托乌斯特|زلاتؤوست	RU	191366	55.1718	59.6547	2026-12-21T04:25:00Z	Asia/Yekaterinburg
city-228853	Mukono		UG	191300	0.3533	32.7553	2026-12-21T03:44:00Z	Africa/Kampala
city-1514581	Angren	Ангрен|Angrenas|安格連|アングレン	UZ	191300	41.0167	70.1436	2026-12-21T02:41:00Z	Asia/Tashkent
city-3530599	Ciudad del Carmen	Сьюдад-дель-Кармен|卡門城	MX	191238	18.6459	-91.8299	2026-12-21T12:35:00Z	America/Merida
city-3456166	Nova Friburgo	Nueva Friburgo|Нова-Фрибургу|新弗里堡	BR	191158	-22.2819	-42.5311	2026-12-21T08:03:00Z	America/Sao_Paulo
city-1162004	Khairpur Mir’s	Khairpur|Хайрпура	PK	191044	27.5295	68.7592	2026-12-21T02:11:00Z	Asia/Karachi
city-1514879	Khujand	Хужант|Худжанд|Khodjent|Chudschand|Choedzjand|Hudžand|Chudzjand|苦盏	TJ	191000	40.2826	69.6222	2026-12-21T02:40:00Z	Asia/Dushanbe
city-5308480	Peoria	Пеория|皮奧里亞|بيوريا	US	190985	33.5806	-112.2374	2026-12-21T14:29:00Z	America/Phoenix
city-2304121	Ashaiman	Asaimana|Asaimanas|Aschaiman|Ашаиман|آشيامان|奥巴西	GH	190972	5.6995	-0.0348	2026-12-21T06:04:00Z	Africa/Accra
city-1213547	Tanjungbalai	Tandjoengbalai|Tandjungbalai	ID	190935	2.9667	99.8	2026-12-20T23:20:00Z	Asia/Jakarta
city-5224151	Providence	Providensas|Провиденс|普罗维登斯|بروفيدنس	US	190934	41.824	-71.4128	2026-12-21T12:10:00Z	America/New_York
city-4634946	Knoxville	Ноксвилл|諾克斯維爾|نوكسفيل	US	190740	35.9606	-83.9207	2026-12-21T12:42:00Z	America/New_York
city-3121960	Fuenlabrada	Фуэнлабрада|丰拉夫拉达|فوينلابرادا	ES	190496	40.2842	-3.7942	2026-12-21T07:34:00Z	Europe/Madrid
city-1862599	Hino	日野市|Hinas|Хино|هينو	JP	190435	35.6731	139.4003	2026-12-20T21:48:00Z	Asia/Tokyo
city-1175864	Jhelum	جہلم|ਜੇਹਲਮ|Jhelam|Alessandria Bucefala|Dźhelam|Dželamas|Джелам	PK	190425	32.9345	73.731	2026-12-21T02:04:00Z	Asia/Karachi
city-1264407	Mahbūbnagar	Mahboobnagar	IN	190400	16.7438	77.986	2026-12-21T01:12:00Z	Asia/Kolkata
city-2038342	Beipiao	Pehpiao|Pei-p'iao|Pei-p'iao-chen	CN	190315	41.7919	120.7792	2026-12-20T23:20:00Z	Asia/Shanghai
city-1608048	Pak Kret	ปากเกร็ด	TH	190272	13.9118	100.4977	2026-12-20T23:37:00Z	Asia/Bangkok
city-1586360	Cẩm Phả	锦普市|Камфа|كام فا	VN	190232	21.01	107.2734	2026-12-20T23:23:00Z	Asia/Bangkok
city-99454	Al Fallūjah	الفلوجة|Fallujah|Falloujah|Falludscha|Faluya|Falluja|费卢杰|ファルージャ	IQ	190159	33.3491	43.786	2026-12-21T04:04:00Z	Asia/Baghdad
city-1529651	Jinshanlu	阿勒泰市|ئالتاي|Altay|Алтайская	CN	190064	47.8505	88.1329	2026-12-21T01:54:00Z	Asia/Urumqi
city-2337207	Ise-Ekiti	Ise	NG	190063	7.4648	5.4233	2026-12-21T05:45:00Z	Africa/Lagos
city-1859100	Kofu	甲府市|Кофе|كوفو	JP	189591	35.6667	138.5667	2026-12-20T21:51:00Z	Asia/Tokyo
city-1854902	Numazu	沼津市|Нумадзу|نامازو	JP	189486	35.1	138.8667	2026-12-20T21:48:00Z	Asia/Tokyo
city-6825489	Jōetsu	上越市|Дзёэцу|جويتسو	JP	189430	37.1483	138.2364	2026-12-20T21:57:00Z	Asia/Tokyo
city-11184422	Planaltina	高園	BR	189412	-15.6179	-47.6487	2026-12-21T08:37:00Z	America/Sao_Paulo
city-5513343	Sunrise Manor	Санрайз-Мэнер|سنرايز مانور|サンライズマナー	US	189372	36.2111	-115.0731	2026-12-21T14:48:00Z	America/Los_Angeles
city-1257542	Sambalpur	संबलपुर|সাম্বালপুর|Самбалпур	IN	189366	21.4653	83.9757	2026-12-21T00:57:00Z	Asia/Kolkata
city-484972	Syzran	Сызрань	RU	189338	53.1585	48.4681	2026-12-21T04:58:00Z	Europe/Samara
city-3101950	Bytom	Beuthen|Bytomas|Бытом|比托姆|ビトム	PL	189186	50.348	18.9328	2026-12-21T06:42:00Z	Europe/Warsaw
city-207570	Mwene-Ditu	Мвене-Диту	CD	189177	-7.0091	23.4528	2026-12-21T04:08:00Z	Africa/Lubumbashi
city-1695743	Panalanoy		PH	189090	11.2511	125.0064	2026-12-20T21:54:00Z	Asia/Manila
city-3389353	Santarém	Santarenas|Сантарен|聖塔倫|サンタレン	BR	189047	-2.4431	-54.7083	2026-12-21T09:29:00Z	America/Santarem
city-1854747	Odawara	小田原市|Odavara|Одавара|أوداوارا، كاناغاوا	JP	188856	35.2556	139.1597	2026-12-20T21:48:00Z	Asia/Tokyo
city-3468031	Camaçari	Камасари|卡馬薩里|カマサリ	BR	188758	-12.6975	-38.3242	2026-12-21T08:05:00Z	America/Bahia
city-1638868	Labuan Bajo	Лабуанбаджо	ID	188724	-8.4964	119.8877	2026-12-20T21:40:00Z	Asia/Makassar
city-1865294	Anjō	安城市|Andzsó|Andžijas|Андзё|أنجو	JP	188693	34.9583	137.0805	2026-12-20T21:55:00Z	Asia/Tokyo
city-1849892	Tottori-shi	鳥取市|Totoris|Toturi|Тоттори|توتوري	JP	188465	35.5	134.2333	2026-12-20T22:08:00Z	Asia/Tokyo
city-3118594	Leganés	Leganesas|Леганес|萊加內斯|ليجانيس	ES	188425	40.3272	-3.7635	2026-12-21T07:34:00Z	Europe/Madrid
city-3649833	Acarigua	Akarigva|Акаригуа|阿卡里瓜|アカリグア	VE	188278	9.5545	-69.1956	2026-12-21T10:48:00Z	America/Caracas
city-334609	Hosa’ina	Hosaena|Hosana|Hosanna	ET	188200	7.5498	37.8537	2026-12-21T03:36:00Z	Africa/Addis_Ababa
city-1704703	Mabalacat City	Mabalacat	PH	188050	15.223	120.5712	2026-12-20T22:19:00Z	Asia/Manila
city-3670745	Riohacha	Rio de la Hacha|Rioacha|Riochacha|Риоача|ريوهاتشا	CO	188014	11.5444	-72.9072	2026-12-21T11:06:00Z	America/Bogota
city-1804578	Laizhou	I-hsien|Lai-chou|Lai-chow-fu|掖县	CN	188000	37.1807	119.9422	2026-12-20T23:10:00Z	Asia/Shanghai
city-3450404	Santa Bárbara d'Oeste	Santa Barbara do Oeste|Sta. Barbara do Oeste	BR	188000	-22.7536	-47.4136	2026-12-21T08:22:00Z	America/Sao_Paulo
city-3451138	Rio Grande	Рио-Гранде	BR	187838	-32.035	-52.0986	2026-12-21T08:19:00Z	America/Sao_Paulo
city-4694482	Grand Prairie	Grand Preris|Гранд-Прери|大草原城|غراند براري	US	187809	32.746	-96.9978	2026-12-21T13:26:00Z	America/Chicago
city-1685755	Sorsogon		PH	187670	12.9739	123.9933	2026-12-20T22:01:00Z	Asia/Manila
city-2636503	Sutton	London Borough of Sutton|Sutton kerület|Саттон	GB	187600	51.35	-0.2	2026-12-21T08:03:00Z	Europe/London
city-4341513	Shreveport	Шревепорт|什里夫波特|شريفبورت	US	187593	32.5251	-93.7502	2026-12-21T13:13:00Z	America/Chicago
city-3121437	Getafe	Xetafe|Chetafė|Хетафе|赫塔费|خيتافي	ES	187525	40.3057	-3.733	2026-12-21T07:34:00Z	Europe/Madrid
city-1275778	Bhusawal	Bhusaval	IN	187421	21.0436	75.7851	2026-12-21T01:29:00Z	Asia/Kolkata
city-3530870	Chilpancingo	Chilpancingo de los Bravo	MX	187251	17.5523	-99.5012	2026-12-21T13:04:00Z	America/Mexico_City
city-3468376	Cachoeiro de Itapemirim	Kašoeiro de Itapemirinas|Кашуэйру-ди-Итапемирин|ايتابيميريم دي كاتشويرو|カショエイロ・ジ・イタペミリン	BR	187019	-20.8489	-41.1128	2026-12-21T08:00:00Z	America/Sao_Paulo
city-3544091	Pinar del Río	Пинар-дель-Рио	CU	186990	22.4165	-83.6966	2026-12-21T12:10:00Z	America/Havana
city-307654	Kırıkkale	Kirikalė|Kirikkale|Кырыккале|克勒克卡萊|كيركالي	TR	186960	39.8453	33.5064	2026-12-21T05:04:00Z	Europe/Istanbul
city-615532	Batumi	ბათუმი|Батуми|Batoumi|Batum|Batoemi|Batumis|巴统	GE	186949	41.6408	41.6306	2026-12-21T04:37:00Z	Asia/Tbilisi
city-5911592	Burlington	Берлингтон|伯灵顿|بيرلينجتون	CA	186948	43.3862	-79.8371	2026-12-21T12:49:00Z	America/Toronto
city-1336143	Pābna	Пабне	BD	186781	24.0064	89.2372	2026-12-21T00:41:00Z	Asia/Dhaka
city-4676740	Brownsville	Braunsvilis|Браунсвилл|布朗斯維爾|براونزفيل	US	186738	25.9017	-97.4975	2026-12-21T13:12:00Z	America/Chicago
city-3564124	Cienfuegos	Sjenfuegosas|Сьенфуэгос|西恩富戈斯|سينفويغوس	CU	186644	22.1468	-80.4481	2026-12-21T11:56:00Z	America/Havana
city-295530	Beersheba	באר שבע|بئر السبع|Beer-Sheva|Be’er Scheva|Bersebá|Beer Szewa|Beër Sjeva|Беэр-Шева	IL	186600	31.2518	34.7913	2026-12-21T04:35:00Z	Asia/Jerusalem
city-2497411	El Oued	وادي سوف|Oued Souf|Al-Wadi|Uedas|Эль-Уэд|瓦德	DZ	186525	33.3561	6.8632	2026-12-21T06:32:00Z	Africa/Algiers
city-4276873	Overland Park	Оверленд-Парк|歐弗蘭帕克|أوفرلاند بارك	US	186515	38.9822	-94.6708	2026-12-21T13:34:00Z	America/Chicago
city-1259064	Raebareli	Raj-Bareli|Rampereli|Рай-Барели|رائه برلی|拉埃巴雷利	IN	186433	26.2309	81.2331	2026-12-21T01:18:00Z	Asia/Kolkata
city-7910932	Shangri-La	Шангри-Ла	CN	186400	27.8251	99.7078	2026-12-21T00:08:00Z	Asia/Shanghai
city-4776024	Newport News	Ньюпорт-Ньюс	US	186247	36.9804	-76.4297	2026-12-21T12:15:00Z	America/New_York
city-2453348	Mopti	Moptis|Мопти|莫普提|موبتي	ML	186187	14.4843	-4.183	2026-12-21T06:37:00Z	Africa/Bamako
city-2216885	Zawiya	الزاوية	LY	186123	32.7522	12.7278	2026-12-21T06:07:00Z	Africa/Tripoli
city-3979802	Zamora de Hidalgo	Zamora|Самора-де-Идальго	MX	186102	19.984	-102.2863	2026-12-21T13:19:00Z	America/Mexico_City
city-1270351	Haridwar	हरिद्वार|హరిద్వార్|Haridvár|Hardwar|Харидвар	IN	186079	29.9479	78.1603	2026-12-21T01:39:00Z	Asia/Kolkata
city-380174	Ad-Damazin	الدمازين	SD	186051	11.7891	34.3592	2026-12-21T03:57:00Z	Africa/Khartoum
city-1529531	Dunhuang	敦煌市|敦煌|Tun-chuang|Tunhuang|Đôn Hoàng|Дуньхуан	CN	186027	40.1667	94.6833	2026-12-21T01:00:00Z	Asia/Shanghai
city-3003796	Le Havre	An Havr Nevez|El Havre|Hawr|Havras|Гавр|勒阿弗尔|لو هافر	FR	185972	49.4935	0.1079	2026-12-21T07:53:00Z	Europe/Paris
city-11127930	Phusro		IN	185555	23.7564	86.0051	2026-12-21T00:54:00Z	Asia/Kolkata
city-3110044	Donostia / San Sebastián	San Sebastián|Sant Sebastià|Saint-Sébastien|São Sebastião|Сан-Себастьян|圣塞瓦斯提安|سان سباستيان	ES	185357	43.3128	-1.975	2026-12-21T07:37:00Z	Europe/Madrid
city-3521168	Poza Rica de Hidalgo	Poza Rica	MX	185242	20.5331	-97.4595	2026-12-21T13:01:00Z	America/Mexico_City
city-358840	Bilbeis	بلبيس	EG	185237	30.4204	31.5622	2026-12-21T04:46:00Z	Africa/Cairo
city-1691444	Roxas City	Рохас	PH	185236	11.5853	122.7511	2026-12-20T22:03:00Z	Asia/Manila
city-305268	Kütahya	Kiutahija|Кютахья|屈塔希亞|كوتاهية	TR	185008	39.4242	29.9833	2026-12-21T05:16:00Z	Europe/Istanbul
city-1633037	Palopo	Paloppo|Wara	ID	184961	-2.9925	120.1969	2026-12-20T21:48:00Z	Asia/Makassar
city-2852458	Potsdam	Poczdam|Postupim|Потсдам|波茨坦|ポツダム	DE	184754	52.3989	13.0657	2026-12-21T07:15:00Z	Europe/Berlin
city-3173331	Modena	Modène|Модена|مودينا|モデナ	IT	184732	44.6478	10.9254	2026-12-21T06:50:00Z	Europe/Rome
city-750516	Bolu	Болу|博盧|بولو	TR	184682	40.7358	31.6061	2026-12-21T05:14:00Z	Europe/Istanbul
city-1849845	Toyokawa	豊川市|Тоёкава|豐川市	JP	184661	34.8167	137.4	2026-12-20T21:54:00Z	Asia/Tokyo
city-1279335	Adoni	Адони	IN	184625	15.6279	77.275	2026-12-21T01:13:00Z	Asia/Kolkata
city-1861107	Izumi	和泉	JP	184615	34.4833	135.4333	2026-12-20T22:01:00Z	Asia/Tokyo
city-12157007	Santa Anita - Los Ficus		PE	184614	-12.0505	-76.9733	2026-12-21T10:41:00Z	America/Lima
city-1785462	Zaoyang	Tsao-yang|Tsao-yang-hsien	CN	184509	32.1272	112.7542	2026-12-20T23:25:00Z	Asia/Shanghai
city-9827976	Paltan	Paltan  Dhaka  Bangladesh	BD	184492	23.7362	90.4143	2026-12-21T00:36:00Z	Asia/Dhaka
city-173377	Al Qāmishlī	Al-Kamishly|Ehl'-Kamyshly|El Qamishliye|Камишли|القامشلو	SY	184231	37.0521	41.2314	2026-12-21T04:24:00Z	Asia/Damascus
city-1512236	Abakan	Абакан|Abakanas|阿巴坎|أباكان	RU	184168	53.7154	91.4259	2026-12-21T02:09:00Z	Asia/Krasnoyarsk
city-1631648	Pemalang		ID	184149	-6.8919	109.3826	2026-12-20T22:24:00Z	Asia/Jakarta
city-2758401	Breda	Бреда|布雷达|بريدا	NL	184126	51.5866	4.776	2026-12-21T07:44:00Z	Europe/Amsterdam
city-1214724	Langsa	Langsar	ID	184016	4.4683	97.9683	2026-12-20T23:30:00Z	Asia/Jakarta
city-1562773	Vĩnh Châu		VN	183918	9.3244	105.9801	2026-12-20T23:06:00Z	Asia/Ho_Chi_Minh
city-2038584	Baishan	白山|Paj-šan|Bạch Sơn|Байшань|白山市	CN	183880	41.9385	126.4197	2026-12-20T22:58:00Z	Asia/Shanghai
city-1255560	Sūjāngarh		IN	183808	27.7	74.4667	2026-12-21T01:48:00Z	Asia/Kolkata
city-8555643	Cergy-Pontoise		FR	183430	49.0389	2.0781	2026-12-21T07:43:00Z	Europe/Paris
city-4076598	Mobile	Mobilas|Мобил|莫比尔|موبيل	US	183289	30.6944	-88.043	2026-12-21T12:45:00Z	America/Chicago
city-2638785	St Helens	Сент-Хеленс	GB	183200	53.45	-2.7333	2026-12-21T08:25:00Z	Europe/London
city-4155966	Fort Lauderdale	Fort Loderdeilas|Форт-Лодердейл|劳德代尔堡|فورت لاودردال	US	183146	26.1223	-80.1434	2026-12-21T12:03:00Z	America/New_York
city-1638063	Lembang	Лембанге	ID	183130	-6.8117	107.6175	2026-12-20T22:32:00Z	Asia/Jakarta
city-671768	Oradea	Nagyvárad|Großwardein|Velký Varadín|Oradia|Veliki Varadin|Орадя|奥拉迪亚|أوراديا	RO	183105	47.0458	21.9183	2026-12-21T06:15:00Z	Europe/Bucharest
city-2842647	Saarbrücken	Sarrebruck|Sarbriukenas|Саарбрюккен|萨尔布吕肯|ساربروكن	DE	182971	49.2326	7.0098	2026-12-21T07:24:00Z	Europe/Berlin
city-160892	Bunda		TZ	182970	-2.0215	33.8711	2026-12-21T03:35:00Z	Africa/Dar_es_Salaam
city-2479536	Skikda	سكيكدة|Sukaikida|Sukajkida|Скикда|斯基克达	DZ	182903	36.8762	6.9092	2026-12-21T06:41:00Z	Africa/Algiers
city-1215957	Tirmiz	Термез|Termez|Termiz|泰尔梅兹	UZ	182800	37.2242	67.2783	2026-12-21T02:41:00Z	Asia/Samarkand
city-3460102	Jaraguá do Sul	Жарагуа-ду-Сул|南雅拉瓜	BR	182660	-26.4861	-49.0667	2026-12-21T08:20:00Z	America/Sao_Paulo
city-1626899	Singosari	Сингосари	ID	182656	-7.8924	112.6658	2026-12-20T22:10:00Z	Asia/Jakarta
city-3644918	Cúa	Куа	VE	182558	10.1624	-66.8825	2026-12-21T10:40:00Z	America/Caracas
city-1256052	Sirsa	सिरसा|ସିର୍ସା|Сирса	IN	182534	29.5349	75.029	2026-12-21T01:50:00Z	Asia/Kolkata
city-1504826	Kamensk-Ural’skiy	Каменск-Уральский	RU	182500	56.4063	61.9335	2026-12-21T04:24:00Z	Asia/Yekaterinburg
city-2523630	Reggio Calabria	Reggio di Calabria|Reggio de Calabre|Regio de Calabria|Реджо-ди-Калабрия|雷焦卡拉布里亚|ريدجو كالابريا	IT	182455	38.1105	15.6613	2026-12-21T06:10:00Z	Europe/Rome
city-5393049	Santa Clarita	Санта-Кларита|聖塔克拉利塔|سانتا كلاريتا	US	182371	34.3917	-118.5426	2026-12-21T14:57:00Z	America/Los_Angeles
city-1014073	Carletonville		ZA	182304	-26.3609	27.3977	2026-12-21T03:14:00Z	Africa/Johannesburg
city-1635283	Metro	Kota Metro|Метро	ID	182293	-5.1131	105.3067	2026-12-20T22:44:00Z	Asia/Jakarta
city-359280	Banhā	بنها|Бенха	EG	182254	30.4598	31.1842	2026-12-21T04:48:00Z	Africa/Cairo
city-1277799	Bahraigh	Bahraich	IN	182218	27.5743	81.5947	2026-12-21T01:19:00Z	Asia/Kolkata
city-98622	Ash Shaţrah	الشطرة	IQ	182175	31.4091	46.1727	2026-12-21T03:50:00Z	Asia/Baghdad
city-3461879	Guarapuava	Гуарапуава|瓜拉普阿瓦	BR	182093	-25.3905	-51.4654	2026-12-21T08:32:00Z	America/Sao_Paulo
city-1308522	Monywa	မုံရွာ|Munywa|Moniva|Моунъюа|蒙育瓦	MM	182011	22.1086	95.1358	2026-12-21T00:14:00Z	Asia/Yangon
city-1267885	Kāraikkudi	Karaikudi	IN	181851	10.0662	78.7678	2026-12-21T00:57:00Z	Asia/Kolkata
city-3649017	Araure		VE	181820	9.5814	-69.2385	2026-12-21T10:48:00Z	America/Caracas
city-1784617	Zhenping	Zhenping Chengguanzhen	CN	181528	33.0346	112.2276	2026-12-20T23:30:00Z	Asia/Shanghai
city-2038650	Anda	安达|Анда	CN	181271	46.4487	125.3016	2026-12-20T23:19:00Z	Asia/Shanghai
city-2122104	Petropavlovsk-Kamchatsky	Петропавловск-Камчатский|Петропавловск-Камчатски|Petropavlovsk-Kamchatskiy|Petropavlovsk-Kamtchatski|Petropawlowsk-Kamtschatski|Petropávlovsk-Kamchatski|Petropavlovsk-Kamčatskij|堪察加彼得巴甫洛夫斯克	RU	181216	53.0639	158.6275	2026-12-20T21:37:00Z	Asia/Kamchatka
city-246013	Wādī as Sīr	وادي السير|Wadi Al Seer	JO	181212	31.9545	35.8183	2026-12-21T04:33:00Z	Asia/Amman
city-4612862	Chattanooga	Čatanuga|Чаттануга|查塔努加|تشاتانوغا	US	181099	35.0456	-85.3097	2026-12-21T12:45:00Z	America/New_York
city-1270711	Guna	Гуна|گنا|古納	IN	180935	24.6469	77.3113	2026-12-21T01:30:00Z	Asia/Kolkata
city-2615876	Odense	Ottensee|Оденсе|欧登塞|أودنسه	DK	180863	55.3959	10.3883	2026-12-21T07:44:00Z	Europe/Copenhagen
city-3906194	Sacaba	Sakaba|Сакаба|薩卡瓦	BO	180726	-17.398	-66.0383	2026-12-21T09:47:00Z	America/La_Paz
city-3590979	Quetzaltenango	Kecaltenangas|Кесальтенанго|克薩爾特南戈|ケツァルテナンゴ	GT	180706	14.8446	-91.5232	2026-12-21T12:27:00Z	America/Guatemala
city-1274784	Chandannagar	चन्दननगर|চন্দননগর|Чанданнагар	IN	180623	22.8622	88.368	2026-12-21T00:42:00Z	Asia/Kolkata
city-1277820	Baharampur	বহরমপুর|बहरामपूर|Бахарампур	IN	180547	24.1047	88.2515	2026-12-21T00:45:00Z	Asia/Kolkata
city-670474	Ploieşti	Ploeszti	RO	180540	44.95	26.0167	2026-12-21T05:51:00Z	Europe/Bucharest
city-3436043	Berazategui	Berasategi|Berasategija|Berasategis|Беразатеги|براساتئی|貝拉薩特吉	AR	180523	-34.7653	-58.2128	2026-12-21T08:36:00Z	America/Argentina/Buenos_Aires
city-1264621	Madanapalle	मदनपल्ली|మదనపల్లె|马达纳帕尔莱	IN	180180	13.5503	78.5029	2026-12-21T01:04:00Z	Asia/Kolkata
city-1336144	Tangail		BD	180144	24.2498	89.9166	2026-12-21T00:39:00Z	Asia/Dhaka
city-747712	Edirne	Ədirnə|Adrianopoli|Drinápoly|Adrianopol|Drinopolje|Эдирне|埃迪爾內|أدرنة	TR	180002	41.6772	26.556	2026-12-21T05:37:00Z	Europe/Istanbul
city-6087029	Nepean	Непин	CA	180000	45.3362	-75.7225	2026-12-21T12:39:00Z	America/Toronto
city-1256451	Shivpuri	शिवपुरी|শিবপুরি|Шивпури	IN	179977	25.4238	77.6622	2026-12-21T01:31:00Z	Asia/Kolkata
city-1832847	Yangju	양주|Янджу|楊州市	KR	179923	37.8331	127.0617	2026-12-20T22:43:00Z	Asia/Seoul
city-6545348	Praga Południe		PL	179836	52.2442	21.0855	2026-12-21T06:43:00Z	Europe/Warsaw
city-912764	Kasama	Arcidiocesi di Kasama|Касама|卡薩馬|カサマ	ZM	179636	-10.2129	31.1808	2026-12-21T03:31:00Z	Africa/Lusaka
city-1255349	Surendranagar	Civil Station|Surendranagar Dudhrej|Wadhwan	IN	179628	22.7271	71.6486	2026-12-21T01:49:00Z	Asia/Kolkata
city-2296606	Obuase	Obuasi|Obuasis|Обуаси	GH	179604	6.2023	-1.668	2026-12-21T06:12:00Z	Africa/Accra
city-3454857	Passo Fundo	Пасу-Фунду|帕苏丰杜	BR	179529	-28.2628	-52.4067	2026-12-21T08:29:00Z	America/Sao_Paulo
city-1706889	Legaspi	Legaspi City	PH	179481	13.1412	123.7407	2026-12-20T22:02:00Z	Asia/Manila
city-12253704	Phú Quốc		VN	179480	10.2872	104.0105	2026-12-20T23:16:00Z	Asia/Ho_Chi_Minh
city-508101	Podolsk	Подольск	RU	179400	55.4242	37.5547	2026-12-21T05:55:00Z	Europe/Moscow
city-1630341	Purwakarta	Kota Purwakarta	ID	179233	-6.5569	107.4433	2026-12-20T22:33:00Z	Asia/Jakarta
city-1513886	Jizzax	Джизак|Jizzakh|Djizak|Djizaks|Dżyzak|Dzjizak|吉扎克|جيزك	UZ	179200	40.1335	67.8296	2026-12-21T02:47:00Z	Asia/Samarkand
city-3463422	Ferraz de Vasconcelos		BR	179198	-23.5408	-46.3686	2026-12-21T08:16:00Z	America/Sao_Paulo
city-2337765	Ila Orangun	Ila	NG	179192	8.0171	4.9042	2026-12-21T05:49:00Z	Africa/Lagos
city-1261473	Neyveli	నైవేలి|நெய்வேலி|内伊韦利	IN	179150	11.6088	79.4994	2026-12-21T00:56:00Z	Asia/Kolkata
city-3472177	Angra dos Reis	Ангра-дус-Рейс|安格拉杜斯雷斯	BR	179120	-23.0067	-44.3181	2026-12-21T08:09:00Z	America/Sao_Paulo
city-1786067	Qianjiang	园林|Юаньлинь	CN	179079	30.421	112.8919	2026-12-20T23:21:00Z	Asia/Shanghai
city-2911240	Hamm	Hamas|Хамм|哈姆|هام	DE	178967	51.6803	7.8209	2026-12-21T07:33:00Z	Europe/Berlin
city-1606250	Si Racha	ศรีราชา	TH	178916	13.1728	100.9316	2026-12-20T23:34:00Z	Asia/Bangkok
city-2476897	Tiaret	تيارت|Tijarat|Tiaretas|Тиарет|提亚雷特	DZ	178915	35.371	1.317	2026-12-21T07:00:00Z	Africa/Algiers
city-3848950	La Rioja	Ciudad de La Rioja|Rioja|La Riocha|Ла-Риоха|拉里奧哈|لا ريوخا	AR	178872	-29.4133	-66.8564	2026-12-21T09:24:00Z	America/Argentina/La_Rioja
city-1256287	Silchar	सिलचर|শিলচর|Силчар	IN	178865	24.8273	92.7979	2026-12-21T00:29:00Z	Asia/Kolkata
city-2271772	Amadora	Амадора|Αμαδόρα	PT	178858	38.7538	-9.2308	2026-12-21T07:51:00Z	Europe/Lisbon
city-3529986	Cuautitlán	Куаутитлан	MX	178847	19.6705	-99.1799	2026-12-21T13:06:00Z	America/Mexico_City
city-2646057	Ipswich	Ipsvičas|Ипсуич|伊普斯威奇|إبسوتش	GB	178835	52.0592	1.1555	2026-12-21T08:01:00Z	Europe/London
city-227812	Njeru	Daru	UG	178800	0.4417	33.1792	2026-12-21T03:42:00Z	Africa/Kampala
city-1055429	Toliara	Tuléar|Тулиара|圖利亞拉|トゥリアラ	MG	178725	-23.35	43.6667	2026-12-21T02:16:00Z	Indian/Antananarivo
city-2323390	Saki	Саки	NG	178677	8.6676	3.3939	2026-12-21T05:56:00Z	Africa/Lagos
city-2498611	Chlef	الشلف|ash-Shalif|Ech Cheliff|Szalif|Šelifas|Шлеф|谢利夫	DZ	178616	36.1653	1.3345	2026-12-21T07:02:00Z	Africa/Algiers
city-6621166	Seogwipo	Согвипхо	KR	178552	33.2533	126.5618	2026-12-20T22:33:00Z	Asia/Seoul
city-1716995	Concepcion	Консепсьон	PH	178549	15.3255	120.6572	2026-12-20T22:19:00Z	Asia/Manila
city-5115843	East Flatbush	Rugby	US	178464	40.6537	-73.9304	2026-12-21T12:16:00Z	America/New_York
city-5512909	Spring Valley	Спринг-Вэлли|سبرينغ فالي|スプリングバレー	US	178395	36.108	-115.245	2026-12-21T14:48:00Z	America/Los_Angeles
city-910111	Livingstone	Livingstonas|Ливингстон|利文斯顿|Λίβινγκστον	ZM	178361	-17.8419	25.8543	2026-12-21T03:38:00Z	Africa/Lusaka
city-964349	Potchefstroom	Почефструм|波切夫斯特魯姆|ポチェフストルーム	ZA	178285	-26.7167	27.1	2026-12-21T03:15:00Z	Africa/Johannesburg
city-5393287	Santa Rosa	Санта-Роза|聖羅莎|سانتا روسا	US	178127	38.4405	-122.7144	2026-12-21T15:24:00Z	America/Los_Angeles
city-1259312	Proddatūr	ప్రొద్దుటూరు	IN	177797	14.7502	78.5481	2026-12-21T01:06:00Z	Asia/Kolkata
city-1295765	Sittwe	Akyab|Sitvė|Ситуэ|实兑|シットウェ	MM	177743	20.1462	92.8983	2026-12-21T00:19:00Z	Asia/Yangon
city-2661604	Basel	Bâle|Basilea|Basileia|Bazylea|Bazel|Базель|巴塞尔|بازل	CH	177595	47.5584	7.5733	2026-12-21T07:15:00Z	Europe/Zurich
city-1309793	Meiktila	မိတ္ထီလာမြို့|Miktila|Мейтхила|メイッティーラ	MM	177442	20.8778	95.8584	2026-12-21T00:08:00Z	Asia/Yangon
city-233346	Gulu	Гул|古盧|Γκουλού	UG	177400	2.7746	32.299	2026-12-21T03:50:00Z	Africa/Kampala
city-2750053	Nijmegen	Nymwegen|Nimègue|Nimega|Neimegenas|Неймеген|奈梅亨|نايميخن	NL	177359	51.8425	5.8528	2026-12-21T07:41:00Z	Europe/Amsterdam
city-355628	Idkū	إدكو|Идку	EG	177152	31.3073	30.2981	2026-12-21T04:53:00Z	Africa/Cairo
city-2666199	Uppsala	Upsala|Уппсала|乌普萨拉|أوبسالا	SE	177074	59.8588	17.6389	2026-12-21T07:50:00Z	Europe/Stockholm
city-1269910	Hugli	Хугли	IN	177005	22.9088	88.3967	2026-12-21T00:42:00Z	Asia/Kolkata
city-3469092	Bragança Paulista	Браганса-Паулиста|布拉干薩-保利斯塔	BR	176811	-22.9527	-46.5442	2026-12-21T08:18:00Z	America/Sao_Paulo
city-3446606	Teresópolis	Терезополис|特雷索波利斯	BR	176692	-22.4167	-42.9782	2026-12-21T08:05:00Z	America/Sao_Paulo
city-3985604	San Luis Río Colorado	Сан-Луис-Рио-Колорадо|聖路易斯里奧科羅拉多	MX	176685	32.4555	-114.7704	2026-12-21T14:37:00Z	America/Hermosillo
city-3583334	Santa Ana	Санта-Ана|聖安娜|サンタ・アナ	SV	176661	13.9883	-89.5568	2026-12-21T12:17:00Z	America/El_Salvador
city-5725846	Eugene	Judžinas|Юджин|尤金|يوجين	US	176654	44.0521	-123.0867	2026-12-21T15:44:00Z	America/Los_Angeles
city-2541479	Nador	الناظور|Nadoras|Надор|納祖爾	MA	176600	35.1681	-2.9335	2026-12-21T07:16:00Z	Africa/Casablanca
city-290332	Al Muharraq	اَلْمُحَرَّق|Muharraq|Al Muharrak|Аль-Мухаррак	BH	176583	26.2572	50.6119	2026-12-21T03:21:00Z	Asia/Bahrain
city-3103402	Bielsko-Biala	Bielsko-Biała|Belsko-Biala|Бельско-Бяла|别尔斯科-比亚瓦|비엘스코비아와	PL	176515	49.8225	19.0469	2026-12-21T06:39:00Z	Europe/Warsaw
city-352733	Marsá Maţrūḩ	مرسى مطروح|Марса-Матрух	EG	176498	31.3529	27.2372	2026-12-21T05:06:00Z	Africa/Cairo
city-2759879	Almere Stad	Almere|آلمره استاد	NL	176432	52.3702	5.2141	2026-12-21T07:47:00Z	Europe/Amsterdam
city-3127461	Burgos	Burgosas|Бургос|布尔戈斯|برغش	ES	176418	42.3411	-3.7018	2026-12-21T07:40:00Z	Europe/Madrid
city-1842966	Gijang	기장	KR	176388	35.2442	129.2139	2026-12-20T22:27:00Z	Asia/Seoul
city-2980291	Saint-Étienne	Sant-Etiève|Sant Estève|Sent Etjenas|Сент-Этьен|圣艾蒂安|سانت إتيان	FR	176280	45.4339	4.39	2026-12-21T07:19:00Z	Europe/Paris
city-1278708	Amroha		IN	176253	28.9031	78.4698	2026-12-21T01:35:00Z	Asia/Kolkata
city-2505329	Béjaïa	بجاية|Bugía|Bijaya|Беджая	DZ	176139	36.7559	5.0843	2026-12-21T06:48:00Z	Africa/Algiers
city-1784580	Zhenzhou	真州	CN	176006	32.2803	119.17	2026-12-20T23:00:00Z	Asia/Shanghai
city-5317058	Tempe	Темпе|坦佩|تمب	US	175826	33.4148	-111.9093	2026-12-21T14:28:00Z	America/Phoenix
city-1789137	Xindi	Honghu|Hsin-ti|Hsin-ti-chen	CN	175761	29.8167	113.4667	2026-12-20T23:17:00Z	Asia/Shanghai
city-5378771	Oceanside	Оушенсайд|歐申賽德|أوسيانسيدي	US	175691	33.1959	-117.3795	2026-12-21T14:49:00Z	America/Los_Angeles
city-5750162	Salem	Salemas|Сейлем|塞勒姆|سايلم	US	175535	44.9429	-123.0351	2026-12-21T15:47:00Z	America/Los_Angeles
city-2633948	Wigan	Viganas|Уиган|威根|ウィガン	GB	175405	53.543	-2.6371	2026-12-21T08:25:00Z	Europe/London
city-5351515	Garden Grove	Garden Grovas|Гарден-Гров|加登格羅夫|غاردين غروفي	US	175393	33.7739	-117.9415	2026-12-21T14:53:00Z	America/Los_Angeles
city-309527	Karaman	Karamanas|Караман|卡拉曼|كارامان	TR	175390	37.1811	33.215	2026-12-21T04:57:00Z	Europe/Istanbul
city-6094578	Oshawa	Ošava|Ошава|奧沙華|أوشاوا	CA	175383	43.9001	-78.8496	2026-12-21T12:46:00Z	America/Toronto
city-300614	Siverek	Сивереке	TR	175341	37.755	39.3167	2026-12-21T04:34:00Z	Europe/Istanbul
city-3455478	Palhoça	Пальоса|帕略萨	BR	175272	-27.6453	-48.6678	2026-12-21T08:16:00Z	America/Sao_Paulo
city-5385955	Rancho Cucamonga	Ранчо-Кукамонга|庫卡蒙格牧場|رانتشو كوكامونغا	US	175236	34.1064	-117.5931	2026-12-21T14:52:00Z	America/Los_Angeles
city-4149962	Cape Coral	Cabo Coral|Keip Koralas|Кейп-Корал|開普科勒爾|كيب كورال	US	175229	26.5629	-81.9495	2026-12-21T12:12:00Z	America/New_York
city-1990589	Teluknaga		ID	175155	-6.0989	106.6381	2026-12-20T22:37:00Z	Asia/Jakarta
city-2036401	Jiutai	Chiu-t'ai|Chiu-t'ai-chen|Chiu-t'ai-hsien|九台	CN	175115	44.1513	125.8298	2026-12-20T23:08:00Z	Asia/Shanghai
city-1274304	Chhindwāra	Chindwara|Sindwara	IN	175052	22.057	78.9396	2026-12-21T01:18:00Z	Asia/Kolkata
city-1698829	Naga	Lungsod ng Naga|Наги|ナガ|나가	PH	174931	13.6192	123.1814	2026-12-20T22:05:00Z	Asia/Manila
city-2127733	Tomakomai	苫小牧|Томакомай|苫小牧市	JP	174806	42.6369	141.6033	2026-12-20T22:00:00Z	Asia/Tokyo
city-1255062	Tambaram	तांबरम|தாம்பரம்|塔姆巴拉姆	IN	174787	12.9246	80.1271	2026-12-21T00:56:00Z	Asia/Kolkata
city-3985344	San Miguel de Allende	San Migel de Aljendė|Сан-Мигель-де-Альенде|聖米格爾德阿連德|サン・ミゲル・デ・アジェンデ	MX	174615	20.9153	-100.7439	2026-12-21T13:15:00Z	America/Mexico_City
city-1632937	Pamulang		ID	174557	-6.3428	106.7383	2026-12-20T22:36:00Z	Asia/Jakarta
city-2112708	Hitachi	日立|Хитати|日立市	JP	174508	36.6	140.65	2026-12-20T21:45:00Z	Asia/Tokyo
city-3386361	Timon	Тимон	BR	174465	-5.0942	-42.8367	2026-12-21T08:37:00Z	America/Fortaleza
city-1260137	Pathānkot	পাঠানকোট|پٹھان کوٹ|Патханкот	IN	174306	32.2748	75.6529	2026-12-21T01:54:00Z	Asia/Kolkata
city-1163967	Tando Adam		PK	174291	25.7682	68.662	2026-12-21T02:07:00Z	Asia/Karachi
city-1277976	Badlapur	বাদলাপুর|बदलापूर|巴德拉普尔	IN	174226	19.1552	73.2655	2026-12-21T01:35:00Z	Asia/Kolkata
city-1985663	Cikupa		ID	174041	-6.2364	106.5083	2026-12-20T22:37:00Z	Asia/Jakarta
city-3629706	Puerto Cabello	Puerto Kabeljas|Пуерто Кабелло|卡貝略港|푸에르토카베요	VE	174000	10.4731	-68.0125	2026-12-21T10:45:00Z	America/Caracas
city-2111220	Sakura	佐倉市|Сакура|ساكورا	JP	173740	35.7167	140.2333	2026-12-20T21:45:00Z	Asia/Tokyo
city-1849498	Ube	宇部市|Убе|يوبي	JP	173733	33.9431	131.2511	2026-12-20T22:16:00Z	Asia/Tokyo
city-97783	Bayjī	بيجي|Байджи	IQ	173677	34.9291	43.4888	2026-12-21T04:10:00Z	Asia/Baghdad
city-1273802	Cuddalore	कडलूर|கடலூர்|Gondelour|Куддалоре	IN	173636	11.7562	79.7669	2026-12-21T00:56:00Z	Asia/Kolkata
city-3109718	Santander	Santanderas|Сантандер|桑坦德|سانتاندير	ES	173635	43.4659	-3.8049	2026-12-21T07:45:00Z	Europe/Madrid
city-2475687	Tlemcen	تلمسان|Tremecén|Tilimsan|Tlemsenas|Тлемсен|特莱姆森	DZ	173531	34.8783	-1.315	2026-12-21T07:09:00Z	Africa/Algiers
city-1256237	Shimla	शिमला|শিমলা|Šimla|Шимла	IN	173503	31.1044	77.1666	2026-12-21T01:45:00Z	Asia/Kolkata
city-2651817	Croydon	克羅伊登|クロイドン	GB	173314	51.3833	-0.1	2026-12-21T08:03:00Z	Europe/London
city-1309611	Myeik	Мьей	MM	173298	12.4395	98.6003	2026-12-20T23:42:00Z	Asia/Yangon
city-281124	Khān Yūnis	Jan Yunís|Хан-Юнис	PS	173183	31.3402	34.3063	2026-12-21T04:37:00Z	Asia/Gaza
city-1283460	Dharān	Dharan Bazar	NP	173096	26.8144	87.2797	2026-12-21T00:55:00Z	Asia/Kathmandu
city-2522258	Albacete	Albasetė|Альбасете|阿尔瓦塞特|البسيط	ES	173050	38.9942	-1.8564	2026-12-21T07:22:00Z	Europe/Madrid
city-2867838	Mülheim	Mülheim an der Ruhr|Мюльхайм-на-Руре|Μιλχάιμ	DE	173050	51.4322	6.8797	2026-12-21T07:35:00Z	Europe/Berlin
city-2310046	Bata	Бата|巴塔|باتا	GQ	173046	1.8639	9.7658	2026-12-21T05:18:00Z	Africa/Malabo
city-1860672	Kamakura	鎌倉市|Камакура|镰仓市	JP	172929	35.3109	139.547	2026-12-20T21:46:00Z	Asia/Tokyo
city-3530937	Chicoloapan	San Vicente Chicoloapan	MX	172919	19.4169	-98.902	2026-12-21T13:05:00Z	America/Mexico_City
city-8740017	Gadag-Betageri		IN	172813	15.4167	75.6167	2026-12-21T01:19:00Z	Asia/Kolkata
city-1803791	Licheng	荔城	CN	172775	23.2955	113.8247	2026-12-20T23:01:00Z	Asia/Shanghai
city-1861084	Izumo	出雲市|Идзумо|إزومو	JP	172775	35.3667	132.7667	2026-12-20T22:14:00Z	Asia/Tokyo
city-1271850	Gadag		IN	172612	15.4298	75.6297	2026-12-21T01:19:00Z	Asia/Kolkata
city-3666608	Tunja	Tuncha|Тунха|通哈|تونخا	CO	172548	5.5448	-73.3576	2026-12-21T10:57:00Z	America/Bogota
city-3906791	Quillacollo	Kiljakoljas|基亞科約	BO	172405	-17.3923	-66.2784	2026-12-21T09:48:00Z	America/La_Paz
city-3130564	Alcorcón	Alkorkonas|Алькоркон|阿尔科尔孔|ألكوركون	ES	172384	40.3458	-3.8249	2026-12-21T07:34:00Z	Europe/Madrid
city-202905	Gisenyi	Gisenjis|Гисеньи|吉塞尼|جيسايني	RW	172357	-1.7028	29.2564	2026-12-21T03:54:00Z	Africa/Kigali
city-311073	Isparta	Испарта|伊斯帕爾塔|إسبرطة	TR	172334	37.7644	30.5522	2026-12-21T05:09:00Z	Europe/Istanbul
city-2634739	Warrington	Уоррингтон|沃灵顿|워링턴	GB	172330	53.3925	-2.5802	2026-12-21T08:24:00Z	Europe/London
city-598098	Klaipėda	Клайпеда|Kłajpeda|Klajpeda|克莱佩达|クライペダ	LT	172292	55.7068	21.1391	2026-12-21T07:03:00Z	Europe/Vilnius
city-2634853	Walsall	Volslas|Уолсолл|沃爾索爾|ウォルソール	GB	172141	52.5853	-1.984	2026-12-21T08:17:00Z	Europe/London
city-2905891	Herne	Херне|黑尔讷|هيرنه	DE	172108	51.5388	7.2257	2026-12-21T07:34:00Z	Europe/Berlin
city-2643097	Mansfield	Mansfildas|Мэнсфилд|曼斯菲爾德|マンスフィールド	GB	171958	53.1333	-1.2	2026-12-21T08:17:00Z	Europe/London
city-3169522	Reggio nell'Emilia	Reggio d'Émilie|Reggio Emilia|Реджо-Эмилия	IT	171944	44.6983	10.6312	2026-12-21T06:51:00Z	Europe/Rome
city-2519752	Castelló de la Plana	Castellón de la Plana|Castellon|Кастельон-де-ла-Плана|卡斯特利翁-德拉普拉納|カステリョン・デ・ラ・プラナ	ES	171857	39.9857	-0.0493	2026-12-21T07:18:00Z	Europe/Madrid
city-1319364	Kēng Tung		MM	171620	21.6309	99.9268	2026-12-20T23:54:00Z	Asia/Yangon
city-5231851	Sioux Falls	Су-Фолс|蘇瀑|سايوكس فالز	US	171544	43.5437	-96.728	2026-12-21T13:57:00Z	America/Chicago
city-786712	Prizren	Prizreni|Призрен|Prizrenas|普里兹伦|بريزرن	XK	171464	42.2139	20.7397	2026-12-21T06:02:00Z	Europe/Belgrade
city-2037620	Dongling	Донлин	CN	171454	41.8144	123.5758	2026-12-20T23:09:00Z	Asia/Shanghai
city-1622636	Ungaran	Oengaran|Unggaran	ID	171378	-7.1397	110.405	2026-12-20T22:20:00Z	Asia/Jakarta
city-1849186	Urayasu	浦安市|Ураясу|يورايسو	JP	171362	35.6588	139.9006	2026-12-20T21:46:00Z	Asia/Tokyo
city-1716198	Dagupan	Lungsod ng Dagupan|Dagupanas|다구판	PH	171271	16.0431	120.3333	2026-12-20T22:21:00Z	Asia/Manila
city-5379439	Ontario	Онтарио|安大略|أونتاريو	US	171214	34.0633	-117.6509	2026-12-21T14:52:00Z	America/Los_Angeles
city-1253237	Verāval		IN	171121	20.9077	70.3679	2026-12-21T01:50:00Z	Asia/Kolkata
city-1261653	Navsari	Nausari|Navasari|Nosari	IN	171109	20.9424	72.9247	2026-12-21T01:40:00Z	Asia/Kolkata
city-907770	Mansa	Манса|曼薩|만사	ZM	170965	-11.1998	28.8943	2026-12-21T03:39:00Z	Africa/Lusaka
city-5577147	Fort Collins	Fort Kolinsas|Форт-Коллинс|科林斯堡|فورت كولنز	US	170924	40.5853	-105.0844	2026-12-21T14:20:00Z	America/Denver
city-1588275	Bảo Lộc	Баолок	VN	170920	11.548	107.8077	2026-12-20T23:03:00Z	Asia/Ho_Chi_Minh
city-1734393	Kulim		MY	170889	5.365	100.5618	2026-12-20T23:21:00Z	Asia/Kuala_Lumpur
city-293788	Ramat Gan	רמת גן|رمات غان|Ramat Ganas|Рамат-Ган	IL	170822	32.0823	34.8107	2026-12-21T04:37:00Z	Asia/Jerusalem
city-1277835	Bahadurgarh	Bahadurgarho|Bakhadurgarkh|Бахадургарх|بہادرگڑھ|巴哈杜尔加尔	IN	170767	28.6929	76.9356	2026-12-21T01:41:00Z	Asia/Kolkata
city-1344377	Haldia		IN	170695	22.0605	88.1098	2026-12-21T00:42:00Z	Asia/Kolkata
city-1518262	Temirtau	Темиртау|Temirtaou|Temyrtau|Temirtaw|鐵米爾套|تميرتاو	KZ	170600	50.052	72.955	2026-12-21T03:04:00Z	Asia/Almaty
city-3461563	Ibirité	Ибирите	BR	170537	-20.0219	-44.0589	2026-12-21T08:14:00Z	America/Sao_Paulo
city-4563243	Carolina	Caroline|Karolina|San Fernando de la Carolina|Каролина|كارولينا	PR	170404	18.3808	-65.9574	2026-12-21T10:51:00Z	America/Puerto_Rico
city-1259009	Rāiganj	Rayganj	IN	170252	25.6128	88.1245	2026-12-21T00:49:00Z	Asia/Kolkata
city-125185	Malāyer	Daulatabad|Dowlatabad|ملایر	IR	170237	34.3016	48.8217	2026-12-21T03:47:00Z	Asia/Tehran
city-4409896	Springfield	Спрингфилд|斯普林菲尔德|سبرينغفيلد	US	170188	37.2153	-93.2982	2026-12-21T13:23:00Z	America/Chicago
city-2636531	Sunderland	Sanderlandas|Сандерленд|桑德兰|سندرلاند	GB	170134	54.9046	-1.3822	2026-12-21T08:28:00Z	Europe/London
city-1851032	Takaoka	高岡市|Такаока|تاكاوكا	JP	170077	36.75	137.0167	2026-12-20T22:00:00Z	Asia/Tokyo
city-630429	Baranovichi	Баранавічы|Барановичи|Baranovitchi|Baranawitschy|Baranowicze|Baranavitsjy|Baranovitši	BY	170039	53.1326	26.0078	2026-12-21T06:28:00Z	Europe/Minsk
city-1269723	Malda	Ingrāj Bāzār	IN	170039	25.0045	88.1457	2026-12-21T00:48:00Z	Asia/Kolkata
city-4005509	Guadalupe	Гвадалупе	MX	170029	22.7468	-102.5188	2026-12-21T13:26:00Z	America/Mexico_City
city-3471859	Araçatuba	Arasatuba|Арасатуба|阿拉萨图巴	BR	170024	-21.2089	-50.4328	2026-12-21T08:37:00Z	America/Sao_Paulo
city-1855189	Nishio	西尾市|Нисио|نيشيو	JP	169984	34.8667	137.05	2026-12-20T21:55:00Z	Asia/Tokyo
city-3837056	San Luis	San Luisas|Сан-Луис|聖路易斯|سان لويس	AR	169947	-33.2914	-66.3247	2026-12-21T09:12:00Z	America/Argentina/San_Luis
city-2485801	Ouargla	ورقلة|Warkala|Uargla|Уаргла|瓦尔格拉	DZ	169928	31.9493	5.325	2026-12-21T06:35:00Z	Africa/Algiers
city-763166	Olsztyn	Ольштын	PL	169793	53.7838	20.4927	2026-12-21T06:54:00Z	Europe/Warsaw
city-922806	Kipushi	Кипуши	CD	169635	-11.761	27.2513	2026-12-21T03:44:00Z	Africa/Lubumbashi
city-1818223	Yuen Long Kau Hui	元朗舊墟	HK	169600	22.4483	114.032	2026-12-20T22:59:00Z	Asia/Hong_Kong
city-1804586	Laiyang	Lai-yang-hsien|Lai-yank	CN	169594	36.9758	120.7136	2026-12-20T23:06:00Z	Asia/Shanghai
city-1269135	Jaunpur	जौनपुर|جونپور، اترپردیش|Jawnpur|Джаунпур	IN	169572	25.7536	82.6869	2026-12-21T01:11:00Z	Asia/Kolkata
city-905395	Mufulira	Муфулире	ZM	169136	-12.5498	28.2407	2026-12-21T03:39:00Z	Africa/Lusaka
city-10263232	Deoli		IN	169122	28.5025	77.2312	2026-12-21T01:39:00Z	Asia/Kolkata
city-1242833	Jaffna	යාපනය|யாழ்ப்பாணம்|Dżafna|Джафна	LK	169102	9.6684	80.0074	2026-12-21T00:51:00Z	Asia/Colombo
city-686254	Arad	Арад	RO	169065	46.1833	21.3167	2026-12-21T06:14:00Z	Europe/Bucharest
city-3531023	Chetumal	Četumalis|Четумаль|切图马尔|チェトゥマル	MX	169028	18.5196	-88.304	2026-12-21T12:21:00Z	America/Cancun
city-1276100	Bharūch	Baroach|Bharoch|Broach	IN	169007	21.6948	72.9805	2026-12-21T01:42:00Z	Asia/Kolkata
city-7645166	San Miguel	聖米格爾|سان ميغيل، بوينس آيرس	AR	168762	-34.5433	-58.7123	2026-12-21T08:39:00Z	America/Argentina/Buenos_Aires
city-2130057	Hirosaki	弘前市|Hiroszaki|Хиросаки|هيروساكي	JP	168739	40.5931	140.4725	2026-12-20T21:58:00Z	Asia/Tokyo
city-3068160	Pilsen	Plzeň|Pilzno|Pilzenas|Пльзень|比尔森|بلزن	CZ	168733	49.7475	13.3776	2026-12-21T07:01:00Z	Europe/Prague
city-3531200	Chalco	Chalco de Diaz Covarrubias	MX	168720	19.2617	-98.8978	2026-12-21T13:05:00Z	America/Mexico_City
city-2972328	Toulon	Toló|Tolon|Tolone|Tulon|Tulonas|Тулон|土伦|تولون	FR	168701	43.1244	5.9284	2026-12-21T07:05:00Z	Europe/Paris
city-1269937	Hoshiārpur	Hoshiarpur Railroad Station|Hushiarpur	IN	168653	31.5372	75.9127	2026-12-21T01:51:00Z	Asia/Kolkata
city-3453303	Poços de Caldas	Посус-ди-Калдас|波苏斯-迪卡尔达斯	BR	168641	-21.7878	-46.5614	2026-12-21T08:20:00Z	America/Sao_Paulo
city-3647444	Calabozo	Kalabosas|卡拉沃索	VE	168605	8.9242	-67.4293	2026-12-21T10:40:00Z	America/Caracas
city-281129	Jabālyā	جباليا|Jabalia|Джабалия	PS	168568	31.5272	34.4835	2026-12-21T04:37:00Z	Asia/Gaza
city-4012406	Cuauhtémoc	Ciudad Cuauhtemoc|Cuahtemoc|San Antonio de los Arenales	MX	168482	28.4063	-106.8667	2026-12-21T13:55:00Z	America/Chihuahua
city-3471766	Araraquara	Ararakvara|Араракуара|阿拉拉夸拉|アララクアラ	BR	168468	-21.7944	-48.1756	2026-12-21T08:27:00Z	America/Sao_Paulo
city-3665688	Yopal	Jopalis|Йопаль|約帕爾|요팔	CO	168433	5.3357	-72.3939	2026-12-21T10:53:00Z	America/Bogota
city-121110	Piranshahr	Khāneh|Pîranşar|Piranschahr|Piranszahr|Piranşehr|Пираншехр|皮兰沙赫尔|بیرانشهر	IR	168393	36.701	45.1413	2026-12-21T04:08:00Z	Asia/Tehran
city-125446	Mahābād	مهاباد|Mehabad|Махабад	IR	168393	36.7631	45.7222	2026-12-21T04:06:00Z	Asia/Tehran
city-3682426	Florencia	Florensija|Флоренсия|فلورانسیا	CO	168346	1.6155	-75.6041	2026-12-21T11:00:00Z	America/Bogota
city-3452640	Porto Seguro	Порту-Сегуру|塞古鲁港|بورتو سيجورو	BR	168326	-16.4497	-39.0647	2026-12-21T08:01:00Z	America/Bahia
city-1234633	Moratuwa	මොරටුව|மொறட்டுவை|Moratuva|Моратува	LK	168280	6.773	79.8816	2026-12-21T00:46:00Z	Asia/Colombo
city-3037656	Angers	Añje|Angieus|Anžė|Анже|昂热|أنجيه	FR	168279	47.4716	-0.552	2026-12-21T07:47:00Z	Europe/Paris
city-1177042	Hasilpur	Chasilmpour|Hasilpura|Hasipur|Хасилпур|حاصل پور|哈斯里普	PK	168146	29.6922	72.5457	2026-12-21T02:01:00Z	Asia/Karachi
city-3451205	Rio das Ostras		BR	168099	-22.5269	-41.945	2026-12-21T08:00:00Z	America/Sao_Paulo
city-255683	Pátra	Πάτρα|Pátrai|Patras|Patrasso|帕特雷|パトラ	GR	168034	38.2462	21.7351	2026-12-21T05:46:00Z	Europe/Athens
city-1582436	Đồng Xoài	Dong Xoai	VN	168000	11.535	106.8832	2026-12-20T23:07:00Z	Asia/Ho_Chi_Minh
city-1185106	Jamālpur	Dzhamalpur|Jamaipur|Singhjani|Джамалпур|جمالبور	BD	167900	24.9197	89.9481	2026-12-21T00:40:00Z	Asia/Dhaka
city-2129376	Kushiro	釧路市|Kushiro-shi|Kuširo|Kuširas|Кусиро|كوشيرو	JP	167875	42.975	144.3747	2026-12-20T21:50:00Z	Asia/Tokyo
city-577206	Berezniki	Березники|Beresniki|Bieriezniki|Bereznyiki|Bereznikai|别列兹尼基|بيريزنيكي	RU	167748	59.4091	56.8204	2026-12-21T05:09:00Z	Asia/Yekaterinburg
city-2348773	Awka	Óká|Avka|Авка|奧卡|아우카	NG	167738	6.2127	7.072	2026-12-21T05:37:00Z	Africa/Lagos
city-472761	Volgodonsk	Волгодонск|Wolgodonsk|Wołgodońsk|Volgodonskas|伏尔加顿斯克|فولغودونسك	RU	167731	47.5114	42.1527	2026-12-21T04:56:00Z	Europe/Moscow
city-5357527	Hollywood	Cholygount|Galivud|Gollivud|Галівуд|هاليووډ|好莱坞	US	167664	34.0983	-118.3267	2026-12-21T14:55:00Z	America/Los_Angeles
city-1853483	Oyama	小山市|Ояма|أوياما	JP	167647	36.3	139.8	2026-12-20T21:48:00Z	Asia/Tokyo
city-2338385	Ijero-Ekiti	Ijero	NG	167632	7.8151	5.0672	2026-12-21T05:48:00Z	Africa/Lagos
city-1268907	Jīnd		IN	167592	29.3158	76.315	2026-12-21T01:45:00Z	Asia/Kolkata
city-1498894	Miass	Миасс|Мияс|Miassz|Miasas|米阿斯	RU	167500	55.0455	60.1076	2026-12-21T04:23:00Z	Asia/Yekaterinburg
city-1680932	Tuguegarao	Lungsod ng Tuguegarao|Tuguegarao City	PH	167297	17.6158	121.7228	2026-12-20T22:19:00Z	Asia/Manila
city-3646382	Carúpano	Karupanas|卡魯帕諾	VE	167187	10.6652	-63.2539	2026-12-21T10:26:00Z	America/Caracas
city-1265683	Kumbakonam	कुंभकोणम|కుంభకోణం|Кумбаконам	IN	167155	10.9621	79.3912	2026-12-21T00:56:00Z	Asia/Kolkata
city-1630997	Plumbon	Pelumbon|Ploembon	ID	167105	-6.705	108.4728	2026-12-20T22:28:00Z	Asia/Jakarta
city-2938913	Darmstadt	Darmštatas|Дармштадт|达姆施塔特|دارمشتات	DE	167029	49.8717	8.6503	2026-12-21T07:21:00Z	Europe/Berlin
city-1218667	Mary	Мары|Mari|Maras|马雷|マル	TM	167027	37.5938	61.8303	2026-12-21T03:04:00Z	Asia/Ashgabat
city-518970	Novocherkassk	Новочеркасск|Novotcherkassk|Nowotscherkassk|Novočerkassk|Nowoczerkask|Novotsjerkassk|新切爾卡斯克|نوفوتشركاسك	RU	166974	47.4222	40.0937	2026-12-21T05:04:00Z	Europe/Moscow
city-5346111	Elk Grove	Элк-Гров|埃爾克格羅夫|إلك غروفي	US	166913	38.4088	-121.3716	2026-12-21T15:19:00Z	America/Los_Angeles
city-6992326	Mohali	S.A.S. Nagar	IN	166864	30.68	76.7221	2026-12-21T01:46:00Z	Asia/Kolkata
city-3458498	Linhares	Линьярис	BR	166786	-19.3911	-40.0722	2026-12-21T07:59:00Z	America/Sao_Paulo
city-1628884	Sampit	Tanah Hevea	ID	166773	-2.5315	112.9496	2026-12-20T22:18:00Z	Asia/Pontianak
city-4613868	Clarksville	Klarksvilis|Кларксвилл|克拉克斯维尔|كلاركسفيل	US	166722	36.5298	-87.3594	2026-12-21T12:58:00Z	America/Chicago
city-2694762	Linköping	Linšiopingas|Линчёпинг|林雪平|لينشوبينغ	SE	166673	58.4109	15.6216	2026-12-21T07:45:00Z	Europe/Stockholm
city-1861171	Iwata	磐田|Ивата|磐田市	JP	166672	34.7	137.85	2026-12-20T21:52:00Z	Asia/Tokyo
city-1175156	Kamalia	Kamalija|Камалия|كماليا	PK	166617	30.7271	72.6461	2026-12-21T02:03:00Z	Asia/Karachi
city-4168139	Pembroke Pines	Пемброк-Пайнс|彭布羅克派恩斯|بيمبروك باينز	US	166611	26.0032	-80.2239	2026-12-21T12:04:00Z	America/New_York
city-3675657	Maicao		CO	166603	11.3784	-72.2395	2026-12-21T11:03:00Z	America/Bogota
city-2128815	Obihiro	帯広|Обихиро|帶廣市	JP	166536	42.9172	143.2044	2026-12-20T21:55:00Z	Asia/Tokyo
city-1271912	Fatehpur	Фатехпур	IN	166480	25.9277	80.8127	2026-12-21T01:19:00Z	Asia/Kolkata
city-2856883	Osnabrück	Osnabriukas|Оснабрюк|奥斯纳布吕克|أسنابروك	DE	166462	52.2726	8.0498	2026-12-21T07:35:00Z	Europe/Berlin
city-3897347	Calama	Kalama|Калама|卡拉馬|كالاما	CL	166334	-22.4567	-68.9237	2026-12-21T09:48:00Z	America/Santiago
city-6941099	Nepalgunj	Непалгун	NP	166258	28.05	81.6167	2026-12-21T01:20:00Z	Asia/Kathmandu
city-3530367	Comitán	Comitán de Domínguez|Комитан-де-Домингес	MX	166178	16.24	-92.1367	2026-12-21T12:32:00Z	America/Merida
city-3631412	Ocumare del Tuy	Ocumare	VE	166072	10.1182	-66.7751	2026-12-21T10:39:00Z	America/Caracas
city-5964700	Greater Sudbury	Grand Sudbury|Gran Sudbury|Sudbury|Sadberis|Большой Садбери|大薩德伯里|غريتر سودبوري	CA	166004	46.49	-80.99	2026-12-21T13:05:00Z	America/Toronto
city-2034312	Ulanhot	أولان هوت	CN	165846	46.0833	122.0833	2026-12-20T23:31:00Z	Asia/Shanghai
city-109323	Khobar	الخبر|Al-Khobar|El Huber|Эль-Хубар|アル・コバール	SA	165799	26.2794	50.2083	2026-12-21T03:22:00Z	Asia/Riyadh
city-1794060	Songcheng	Funing|Funing-fu|Hsia-p'u|松城	CN	165730	26.8819	120.0011	2026-12-20T22:44:00Z	Asia/Shanghai
city-5292387	Deer Valley	Deer Valley Village	US	165656	33.6839	-112.1349	2026-12-21T14:29:00Z	America/Phoenix
city-3449324	São Caetano do Sul	Сан-Каэтано-ду-Сул	BR	165655	-23.6231	-46.5511	2026-12-21T08:16:00Z	America/Sao_Paulo
city-4644312	Murfreesboro	Мерфрисборо|默弗里斯伯勒|マーフリーズボロ	US	165430	35.8456	-86.3903	2026-12-21T12:52:00Z	America/Chicago
city-3453837	Pindamonhangaba	Пиндамоньянгаба|平达莫尼扬加巴	BR	165428	-22.9239	-45.4617	2026-12-21T08:13:00Z	America/Sao_Paulo
city-139817	Bushehr	بوشِهر|Buschehr|Būšehr|Бушир	IR	165377	28.9689	50.8366	2026-12-21T03:26:00Z	Asia/Tehran
city-1254241	Tonk	Tonk City|Тонк|تونك|栋格	IN	165294	26.1664	75.7882	2026-12-21T01:40:00Z	Asia/Kolkata
city-117392	Saqqez	سقز|Seqiz|Saghghez|Saggız|Секкез|薩蓋茲	IR	165258	36.2499	46.2735	2026-12-21T04:02:00Z	Asia/Tehran
city-2505530	Béchar	بشار|Baszszar|Bešaras|Бешаре|贝沙尔	DZ	165241	31.6167	-2.2167	2026-12-21T07:04:00Z	Africa/Algiers
city-1567148	Tam Kỳ	Tam Ki|Tanky|Там Ки|تام كي	VN	165240	15.5736	108.474	2026-12-20T23:08:00Z	Asia/Ho_Chi_Minh
city-3462980	Francisco Morato		BR	165139	-23.2817	-46.7453	2026-12-21T08:18:00Z	America/Sao_Paulo
city-1648759	Bima	Бим	ID	165113	-8.4601	118.7267	2026-12-20T21:44:00Z	Asia/Makassar
city-135423	Shahrud	شاهرود|Emamshahr	IR	165000	36.4182	54.9763	2026-12-21T03:28:00Z	Asia/Tehran
city-1253952	Udupi	ಉಡುಪಿ|乌杜皮	IN	165000	13.3347	74.7462	2026-12-21T01:19:00Z	Asia/Kolkata
city-1650227	Banjaran	Bandjaran	ID	164952	-7.0453	107.5878	2026-12-20T22:31:00Z	Asia/Jakarta
city-946058	Mthatha	Умтата|烏姆塔塔|ウムタタ	ZA	164848	-31.5889	28.7844	2026-12-21T02:56:00Z	Africa/Johannesburg
city-2036920	Hengshan	奋斗	CN	164844	45.2084	130.8981	2026-12-20T22:52:00Z	Asia/Shanghai
city-2637627	Slough	Слау	GB	164793	51.5095	-0.5954	2026-12-21T08:06:00Z	Europe/London
city-3458930	Lages	Lažesas|Лажис|拉热斯	BR	164676	-27.8161	-50.3261	2026-12-21T08:22:00Z	America/Sao_Paulo
city-4169171	Port Saint Lucie	Port St. Lucie	US	164603	27.2939	-80.3503	2026-12-21T12:07:00Z	America/New_York
city-1255969	Sītāpur		IN	164435	27.5619	80.6826	2026-12-21T01:23:00Z	Asia/Kolkata
city-3186573	Zenica	Зеница|泽尼察|زينيتسا	BA	164423	44.2017	17.904	2026-12-21T06:20:00Z	Europe/Sarajevo
city-2831580	Solingen	Zolingenas|Золинген|索林根|زولينغن	DE	164359	51.1734	7.0845	2026-12-21T07:33:00Z	Europe/Berlin
city-1582926	Ðông Hà	Đông Hà|Dong Ha	VN	164228	16.8163	107.1003	2026-12-20T23:16:00Z	Asia/Bangkok
city-5339631	Corona	Korona|Корона|科洛納|كورونا	US	164226	33.8753	-117.5664	2026-12-21T14:51:00Z	America/Los_Angeles
city-285629	Ḩawallī	حَوَلِّي	KW	164212	29.3328	48.0286	2026-12-21T03:38:00Z	Asia/Kuwait
city-152451	Musoma	Мусома|穆索馬|ムソマ	TZ	164172	-1.5	33.8	2026-12-21T03:36:00Z	Africa/Dar_es_Salaam
city-2337490	Inisa		NG	164161	7.8486	4.3298	2026-12-21T05:51:00Z	Africa/Lagos
city-523064	Nazran	Назрань|Nasran|Nazranė|Nazranj|나즈란	RU	164131	43.226	44.7732	2026-12-21T04:29:00Z	Europe/Moscow
city-3470636	Barra Mansa	Bara Mansa|Барра-Манса|巴拉曼萨市	BR	164052	-22.5442	-44.1714	2026-12-21T08:09:00Z	America/Sao_Paulo
city-1711146	Ilagan	Илаган	PH	164020	17.1485	121.8892	2026-12-20T22:17:00Z	Asia/Manila
city-2396518	Port-Gentil	Port Žantilis|Mandji|Порт-Жантиль|让蒂尔港|بورت جنتيل	GA	164018	-0.7193	8.7815	2026-12-21T05:18:00Z	Africa/Libreville
city-1276321	Bhadrāvati		IN	163903	13.8485	75.705	2026-12-21T01:16:00Z	Asia/Kolkata
city-1863431	Hadano	秦野市|Хадано|هادانو	JP	163787	35.3711	139.2236	2026-12-20T21:48:00Z	Asia/Tokyo
city-255274	Piraeus	Πειραιάς|Le Pirée|Piräus|El Pireo|Pireo|Pireu|Пирей|比雷埃夫斯	GR	163688	37.942	23.6462	2026-12-21T05:37:00Z	Europe/Athens
city-7279741	Vapi	वापी|வாப்பி	IN	163630	20.3717	72.9049	2026-12-21T01:39:00Z	Asia/Kolkata
city-2655095	Bournemouth	Bornmutas|Борнмут|伯恩茅斯|بورنموث	GB	163600	50.7205	-1.8795	2026-12-21T08:07:00Z	Europe/London
city-268064	Sidon	صيدا|Սայդա|Sidone|Sydon|Szidón|Saida|Sayda|Сайда	LB	163554	33.5575	35.3715	2026-12-21T04:39:00Z	Asia/Beirut
city-287830	‘Ibrī	والاية عبري	OM	163473	23.2257	56.5157	2026-12-21T02:51:00Z	Asia/Muscat
city-197745	Garissa	Garisa|Гарисса|加里萨|غاريسا	KE	163399	-0.4527	39.646	2026-12-21T03:15:00Z	Africa/Nairobi
city-1262951	Moga	मोगा|மோகா|Могу	IN	163397	30.8138	75.1688	2026-12-21T01:53:00Z	Asia/Kolkata
city-2640354	Peterborough	Piterboras|Питерборо|彼得伯勒|ピーターバラ	GB	163379	52.5736	-0.2478	2026-12-21T08:10:00Z	Europe/London
city-3672328	Piedecuesta		CO	163362	6.9879	-73.0495	2026-12-21T10:59:00Z	America/Bogota
city-1792520	Tongzhou	通州|Тунчжоу	CN	163326	39.904	116.6618	2026-12-20T23:31:00Z	Asia/Shanghai
city-2875376	Ludwigshafen am Rhein	Ludwigshafen|Ludwigshafen sul Reno|Liudvigshafenas prie Reino|Людвигсхафен-на-Рейне|路德维希港|لودفيغسهافن	DE	163196	49.4812	8.4464	2026-12-21T07:20:00Z	Europe/Berlin
city-286621	Şalālah	صلالة|Salala|Салала	OM	163140	17.015	54.0924	2026-12-21T02:48:00Z	Asia/Muscat
city-6947641	Büyükçekmece		TR	163140	41.0207	28.585	2026-12-21T05:27:00Z	Europe/Istanbul
city-1258831	Rāj-Nāndgaon	Raj Nandga	IN	163114	21.0969	81.0289	2026-12-21T01:08:00Z	Asia/Kolkata
city-322830	Aydın	Aydin|Tralleis|Tralli|Aidinas|Айдын|艾登|أيدين	TR	163022	37.845	27.8396	2026-12-21T05:20:00Z	Europe/Istanbul
city-3682631	Envigado	Envigadas|Энвигадо|恩維加多|Ενβιγάδο	CO	163007	6.1759	-75.5917	2026-12-21T11:07:00Z	America/Bogota
city-379303	Al-Junaynah	الجنينة|Geneina	SD	162981	13.4526	22.4473	2026-12-21T04:48:00Z	Africa/Khartoum
city-1818116	Anbu	庵埠	CN	162964	23.4489	116.6809	2026-12-20T22:50:00Z	Asia/Shanghai
city-4710178	McKinney	Мак-Кинни|麥金尼|ماككيني	US	162898	33.1976	-96.6153	2026-12-21T13:26:00Z	America/Chicago
city-2487134	Mostaganem	مستغانم|Mustaghanam|Mostaganemas|Мостаганем|穆斯塔加奈姆	DZ	162885	35.9312	0.0892	2026-12-21T07:06:00Z	Africa/Algiers
city-1514210	Chirchiq	Чирчик|Чирчиқ|Tchirtchik|Tjirtjik|Çirçig|Čirčikas|Circik|奇爾奇克	UZ	162800	41.4689	69.5822	2026-12-21T02:44:00Z	Asia/Tashkent
city-2878234	Leverkusen	Lėverkuzenas|Леверкузен|勒沃库森|ليفركوزن	DE	162738	51.0303	6.9843	2026-12-21T07:33:00Z	Europe/Berlin
city-1695462	Pandi	Панда	PH	162725	14.865	120.9572	2026-12-20T22:16:00Z	Asia/Manila
city-1718722	Capas	Капас	PH	162724	15.3312	120.5898	2026-12-20T22:19:00Z	Asia/Manila
city-2755003	Haarlem	Haarlim|Harlemas|Харлем|哈勒姆|هارلم	NL	162543	52.3808	4.6368	2026-12-21T07:49:00Z	Europe/Amsterdam
city-2759661	Arnhem	Arnhim|Arnhemia|Arnhemas|Арнем|阿纳姆|آرنم	NL	162424	51.98	5.9111	2026-12-21T07:42:00Z	Europe/Amsterdam
city-2223763	Nkongsamba	Нконгсамба	CM	162309	4.9547	9.9404	2026-12-21T05:23:00Z	Africa/Douala
city-3641099	El Vigía	Эль-Вихия	VE	162289	8.6135	-71.657	2026-12-21T10:56:00Z	America/Caracas
city-1258109	Robertsonpet	Roberconpet|Роберцонпет|罗贝尔特索恩佩特	IN	162230	12.9563	78.2754	2026-12-21T01:04:00Z	Asia/Kolkata
city-3464460	Dourados	Дорадус|多拉杜斯|دورادوس	BR	162202	-22.2211	-54.8056	2026-12-21T08:52:00Z	America/Campo_Grande
city-191220	Kitale	Китале|基塔萊|キタレ	KE	162174	1.0157	35.0062	2026-12-21T03:36:00Z	Africa/Nairobi
city-2322794	Suleja	Абуджа	NG	162135	9.1806	7.1794	2026-12-21T05:41:00Z	Africa/Lagos
city-2529317	Taza	تازة|Таза|塔扎	MA	162110	34.21	-4.01	2026-12-21T07:18:00Z	Africa/Casablanca
city-2640729	Oxford	Rhydychen|Àth nan Damh|Oxónia|Oksford|Oksfordas|Оксфорд|牛津|أكسفورد	GB	162100	51.7522	-1.256	2026-12-21T08:09:00Z	Europe/London
city-360716	Al Maţarīyah	المطرية	EG	162045	31.1829	32.0311	2026-12-21T04:46:00Z	Africa/Cairo
city-3465196	Criciúma	Крисиума|克里西烏馬	BR	161954	-28.6775	-49.3697	2026-12-21T08:16:00Z	America/Sao_Paulo
city-1135689	Kunduz	كندز|کندوز|Kondôz|Kundus|Qundūz|Konduz|Kundūzas|Кундуз	AF	161902	36.7289	68.857	2026-12-21T02:33:00Z	Asia/Kabul
city-1811200	Fengcheng	Feng|Feng-hsien|Fengxian	CN	161850	34.7039	116.5872	2026-12-20T23:17:00Z	Asia/Shanghai
city-1253747	Unnāo	Unao	IN	161671	26.5471	80.4878	2026-12-21T01:22:00Z	Asia/Kolkata
city-2239076	N'dalatando	Dalatando|Ndalatanda|Salazar|Ндалатандо|ایندالاتاندو	AO	161584	-9.2978	14.9116	2026-12-21T04:38:00Z	Africa/Luanda
city-1275163	Budaun	बदायूँ|பதாவுன்|Badaun|Бадаюн	IN	161555	28.0381	79.1267	2026-12-21T01:30:00Z	Asia/Kolkata
city-1854703	Ōgaki	大垣市|Огаки|أوغاكي	JP	161539	35.35	136.6167	2026-12-20T21:58:00Z	Asia/Tokyo
city-2641598	Newport	Casnewydd|Niuportas|Ньюпорт|纽波特|نيوبورت	GB	161506	51.5877	-2.9983	2026-12-21T08:16:00Z	Europe/London
city-3893629	Coquimbo	Kokimbas|Кокимбо|科金博|كوكويمبو	CL	161317	-29.9533	-71.3395	2026-12-21T09:41:00Z	America/Santiago
city-1582173	Đưc Trọng	Liên Nghĩa|Дык Тронг	VN	161232	11.7356	108.3733	2026-12-20T23:01:00Z	Asia/Ho_Chi_Minh
city-1648580	Blitar	Kota Blitar	ID	161204	-8.0983	112.1681	2026-12-20T22:11:00Z	Asia/Jakarta
city-952734	KwaDukuza	Stanger|Stanger Station	ZA	161177	-29.3282	31.2895	2026-12-21T02:52:00Z	Africa/Johannesburg
city-1856775	Miyakonojō	都城|Мияконодзё|都城市	JP	161137	31.7333	131.0667	2026-12-20T22:11:00Z	Asia/Tokyo
city-1264543	Madhyamgram	मध्यमग्राम|মধ্যমগ্রাম|马迪亚姆格拉姆	IN	161126	22.6894	88.4459	2026-12-21T00:42:00Z	Asia/Kolkata
city-5364940	Lancaster	Ланкастер|蘭開斯特|لانكستر	US	161103	34.698	-118.1367	2026-12-21T14:56:00Z	America/Los_Angeles
city-1493467	Rubtsovsk	Рубцовск|Roubtsovsk|Rubzowsk|Rubcovsk|Rubcowsk|Roebtsovsk|魯布佐夫斯克|روبتسوفسك	RU	161065	51.5147	81.2061	2026-12-21T02:38:00Z	Asia/Barnaul
city-1529167	Tacheng	塔城|Qɵqək	CN	161037	46.7454	82.9585	2026-12-21T02:10:00Z	Asia/Urumqi
city-2419533	Kindia	Киндиа	GN	161024	10.0569	-12.8658	2026-12-21T07:03:00Z	Africa/Conakry
city-2208032	Tauranga	Tauranga-moana|Тауранга|陶朗加|タウランガ	NZ	161000	-37.6861	176.1667	2026-12-20T16:50:00Z	Pacific/Auckland
city-214974	Kalemie	Kalemijė|Калемие|卡萊米|カレミ	CD	160961	-5.9475	29.1947	2026-12-21T03:47:00Z	Africa/Lubumbashi
city-3628053	San Juan de los Morros	San Juan de los Moros|San-Khuan-de-los-Morros|Сан-Хуан-де-лос-Моррос|سان جوان ڈی لوس موروس	VE	160868	9.9125	-67.354	2026-12-21T10:41:00Z	America/Caracas
city-1907146	Sayama	狭山市|Саяма|狹山市	JP	160843	35.8529	139.4121	2026-12-20T21:48:00Z	Asia/Tokyo
city-3691674	Sullana	Сульяна|蘇亞納	PE	160789	-4.9039	-80.6853	2026-12-21T11:09:00Z	America/Lima
city-2747351	's-Hertogenbosch	De Bosk|Bois-le-Duc|Bolduque|Boscoducale|Hertogenbosch|Хертогенбос	NL	160783	51.6992	5.3042	2026-12-21T07:43:00Z	Europe/Amsterdam
city-715429	Szeged	Szegedin|Szeghed	HU	160766	46.253	20.1482	2026-12-21T06:19:00Z	Europe/Budapest
city-370737	Malakal	Malakalis|Малакаль|馬拉卡爾|ملكال	SS	160765	9.5334	31.6605	2026-12-21T04:04:00Z	Africa/Juba
city-3988214	Salamanca	Саламанка|薩拉曼卡|سلامنكا	MX	160682	20.5698	-101.1977	2026-12-21T13:16:00Z	America/Mexico_City
city-1577995	La Gi	La Ghi|Lag|لا جى|罗夷市社	VN	160652	10.6599	107.7721	2026-12-20T23:02:00Z	Asia/Ho_Chi_Minh
city-2803201	Anderlecht	Андерлехт|安德莱赫特|آندرلخت	BE	160553	50.8362	4.3145	2026-12-21T07:42:00Z	Europe/Brussels
city-523812	Mytishchi	Мытищи|Mytichtchi|Mytischtschi|Mytišči|Mitischi|Mytiszczi|梅季希|مايتشي	RU	160542	55.911	37.7296	2026-12-21T05:58:00Z	Europe/Moscow
city-3530049	Delegación Cuajimalpa de Morelos	Cuajimalpa de Morelos	MX	160491	19.3692	-99.2909	2026-12-21T13:06:00Z	America/Mexico_City
city-285066	Hebron	الخليل|Hebrom|El Halil|Hebronas|Хеврон|希伯仑	PS	160470	31.5294	35.0938	2026-12-21T04:35:00Z	Asia/Hebron
city-3584399	Mejicanos	Мехиканос	SV	160317	13.724	-89.188	2026-12-21T12:15:00Z	America/El_Salvador
city-1563926	Trà Vinh	Phu Vinh|Thanh pho Tra Vinh|Tkhan' Fo Tra Vin'|Тхань Фо Тра Винь|تان فو ترا وینه	VN	160310	9.9472	106.3423	2026-12-20T23:06:00Z	Asia/Ho_Chi_Minh
city-1632353	Parepare		ID	160309	-4.0135	119.6255	2026-12-20T21:49:00Z	Asia/Makassar
city-1269280	Jāmuria	Jaykayanagar|Jaykaynagar	IN	160242	23.7047	87.0787	2026-12-21T00:49:00Z	Asia/Kolkata
city-2358946	Koudougou	Кудугу|库杜古|クドゥグ	BF	160239	12.2519	-2.3669	2026-12-21T06:25:00Z	Africa/Ouagadougou
city-3466296	Chapecó	Шапеко|沙佩科	BR	160157	-27.0964	-52.6183	2026-12-21T08:33:00Z	America/Sao_Paulo
city-1293960	Taunggyi	တောင်ကြီးမြို့|Taundžis|Таунджи|東枝	MM	160115	20.7892	97.0378	2026-12-21T00:04:00Z	Asia/Yangon
city-76184	Dhamār	ذمار	YE	160114	14.5427	44.4051	2026-12-21T03:22:00Z	Asia/Aden
city-3021372	Dijon	Digione|Dižonas|Дижон|第戎|ديجون	FR	159941	47.3134	5.0139	2026-12-21T07:24:00Z	Europe/Paris
city-499292	Salavat	Салават|Salawat|Saławat|Szalavat|Salauat|Salavatas|薩拉瓦特|سالافات	RU	159893	53.3828	55.9109	2026-12-21T04:29:00Z	Asia/Yekaterinburg
city-3996663	Manzanillo	Мансанильо|曼萨尼约|만사니요	MX	159853	19.1169	-104.3421	2026-12-21T13:26:00Z	America/Mexico_City
city-3595237	Jalapa	Халапа	GT	159840	14.6354	-89.9911	2026-12-21T12:20:00Z	America/Guatemala
city-4459467	Cary	Keris|Кэри|卡瑞|كاري	US	159769	35.7915	-78.7811	2026-12-21T12:21:00Z	America/New_York
city-3470583	Barreiras	Баррейрас	BR	159734	-12.1528	-44.99	2026-12-21T08:33:00Z	America/Bahia
city-2439376	Tahoua	Tahua|Тахуа|塔瓦|タウア	NE	159468	14.8888	5.2692	2026-12-21T05:59:00Z	Africa/Niamey
city-4744091	Alexandria	Aleksandrija|Александрия|亚历山德里亚|الإسكندرية	US	159467	38.8048	-77.0469	2026-12-21T12:23:00Z	America/New_York
city-3518723	Tuxtepec	San Juan Bautista Tuxtla	MX	159452	18.0883	-96.1253	2026-12-21T12:51:00Z	America/Mexico_City
city-7483743	Puthia	Путхия	BD	159406	24.3654	88.8343	2026-12-21T00:44:00Z	Asia/Dhaka
city-1784554	Zhicheng	Chi-Kiang|Chih-ch'eng|Chih-chiang|枝城	CN	159383	30.2956	111.5047	2026-12-20T23:26:00Z	Asia/Shanghai
city-189386	Limuru	لیمورو|利穆魯	KE	159314	-1.1136	36.642	2026-12-21T03:26:00Z	Africa/Nairobi
city-3538803	San Miguel del Padrón		CU	159273	23.0954	-82.3267	2026-12-21T12:06:00Z	America/Havana
city-3903320	Tarija	Taricha|Тариха|塔里哈|タリハ	BO	159269	-21.5355	-64.7296	2026-12-21T09:33:00Z	America/La_Paz
city-3454783	Patos de Minas	Патус-ди-Минас|帕图斯迪米纳斯	BR	159235	-18.5789	-46.5181	2026-12-21T08:27:00Z	America/Sao_Paulo
city-2857458	Oldenburg	Oldenbourg|Oldemburgo|Oldenburgas|Ольденбург|奥尔登堡|أولدنبورغ	DE	159218	53.1404	8.2148	2026-12-21T07:39:00Z	Europe/Berlin
city-3837702	Catamarca	San Fernando del Valle de Catamarca|Katamarka|Сан-Фернандо-дель-Валье-де-Катамарка|卡塔马卡|سان فرناندو ديل فالي دي كاتاماركا	AR	159139	-28.4696	-65.7852	2026-12-21T09:22:00Z	America/Argentina/Catamarca
city-1850311	Tochigi	栃木市|Тотиги|توتشيغي	JP	159056	36.3833	139.7333	2026-12-20T21:48:00Z	Asia/Tokyo
city-2503701	Bordj Bou Arreridj	برج بوعريريج|Burdż Bu Urajridż	DZ	158812	36.0739	4.7614	2026-12-21T06:48:00Z	Africa/Algiers
city-338998	Dīla	Дила	ET	158800	6.4167	38.3167	2026-12-21T03:32:00Z	Africa/Addis_Ababa
city-7284820	Jaigaon		IN	158664	26.8477	89.3756	2026-12-21T00:47:00Z	Asia/Kolkata
city-1276720	Batāla	Butala	IN	158621	31.8092	75.2029	2026-12-21T01:55:00Z	Asia/Kolkata
city-3014728	Grenoble	Grenoblis|Грeнобль|格勒诺布尔|غرونوبل	FR	158552	45.1787	5.7148	2026-12-21T07:13:00Z	Europe/Paris
city-3460748	Itapecerica da Serra	Итапесерика-да-Серра	BR	158522	-23.7169	-46.8492	2026-12-21T08:17:00Z	America/Sao_Paulo
city-91597	Sāmarrā’	سامراء	IQ	158508	34.1959	43.8857	2026-12-21T04:06:00Z	Asia/Baghdad
city-5317071	Tempe Junction		US	158368	33.4142	-111.9435	2026-12-21T14:28:00Z	America/Phoenix
city-5380698	Palmdale	Палмдейл|棕櫚谷|بالمديل	US	158351	34.5794	-118.1165	2026-12-21T14:55:00Z	America/Los_Angeles
city-1735106	George Town	乔治市|ஜார்ஜ் டவுன்|Penang|Džordžtaunas|Джорджтаун	MY	158336	5.4112	100.3354	2026-12-20T23:22:00Z	Asia/Kuala_Lumpur
city-2498766	El Achir	اليشير	DZ	158333	36.0639	4.6274	2026-12-21T06:48:00Z	Africa/Algiers
city-5355933	Hayward	Heivordas|Хейвард|海沃德|هايوارد	US	158289	37.6688	-122.0808	2026-12-21T15:20:00Z	America/Los_Angeles
city-1261039	Orai		IN	158265	25.9902	79.4533	2026-12-21T01:25:00Z	Asia/Kolkata
city-1565136	Thốt Nốt	Tho Not	VN	158225	10.2721	105.5338	2026-12-20T23:10:00Z	Asia/Ho_Chi_Minh
city-890422	Gweru	Gveru|Gvru|Gwelo|Гверу|جويرو	ZW	158200	-19.45	29.8167	2026-12-21T03:19:00Z	Africa/Harare
city-3408424	Abaetetuba	Abaete	BR	158188	-1.7181	-48.8825	2026-12-21T09:07:00Z	America/Belem
city-1213614	Sunggal	Sungal	ID	157914	3.5765	98.6151	2026-12-20T23:26:00Z	Asia/Jakarta
city-3460728	Itapetininga	Итапетининга|伊塔佩蒂宁加|イタペティニンガ	BR	157790	-23.5917	-48.0531	2026-12-21T08:22:00Z	America/Sao_Paulo
city-2252309	Diourbel	Diourbei|Diurbel|Diurbelis|Диурбел|ديوربل|久爾貝勒	SN	157554	14.6479	-16.2436	2026-12-21T07:25:00Z	Africa/Dakar
city-1849429	Ueda	上田市|Уэда|يويدا	JP	157480	36.4027	138.2816	2026-12-20T21:54:00Z	Asia/Tokyo
city-5391295	Salinas	Салинас|萨利纳斯|ساليناس	US	157380	36.6777	-121.6555	2026-12-21T15:15:00Z	America/Los_Angeles
city-3529982	Cuautla	Cuautla Morelos	MX	157336	18.8106	-98.9352	2026-12-21T13:04:00Z	America/Mexico_City
city-2766824	Salzburg	Salzbourg|Salzburgo|Salisburgo|Zalcburgas|Зальцбург|萨尔斯堡|سالزبورغ	AT	157245	47.7994	13.044	2026-12-21T06:54:00Z	Europe/Vienna
city-1214191	Perbaungan	Baoengan|Baoengar|Baungan	ID	157174	3.5679	98.956	2026-12-20T23:24:00Z	Asia/Jakarta
city-2014006	Ussuriysk	Уссурийск|Ussurijsk|Ussuryjsk|Oessoeriejsk|Usszurijszk|乌苏里斯克|ウスリースク	RU	157068	43.8047	131.9573	2026-12-20T22:43:00Z	Asia/Vladivostok
city-2035644	Nanpiao	南票	CN	157044	41.0982	120.7479	2026-12-20T23:18:00Z	Asia/Shanghai
city-3174659	Livorno	Livourne|Liorna|Livornas|Ливорно|ليفورنو|リヴォルノ	IT	157017	43.5443	10.3262	2026-12-21T06:48:00Z	Europe/Rome
city-3838874	Río Cuarto	Ciudad de Río Cuarto|Rio Kuartas|Рио-Куарто|里奥夸尔托|ريو كوارتو، قرطبة	AR	157010	-33.1304	-64.3527	2026-12-21T09:05:00Z	America/Argentina/Cordoba
city-335035	Harar	ሐረር|Harar Jugol|Harer|Hararas|Харэр|哈勒尔	ET	157000	9.3139	42.1181	2026-12-21T03:22:00Z	Africa/Addis_Ababa
city-617239	Tiraspol	Тирасполь|Tyraspol|Tiraspolis|蒂拉斯波尔|تيراسبول	MD	157000	46.8428	29.6284	2026-12-21T05:44:00Z	Europe/Chisinau
city-3402383	Caxias	Kašijasas|Кашиас|卡希亚斯	BR	156973	-4.8589	-43.3561	2026-12-21T08:39:00Z	America/Fortaleza
city-2649997	Enfield Town	Enfield	GB	156858	51.6515	-0.085	2026-12-21T08:04:00Z	Europe/London
city-940316	Westonaria	Вестонария	ZA	156831	-26.3191	27.6486	2026-12-21T03:14:00Z	Africa/Johannesburg
city-6822096	Hitachi-Naka	ひたちなか市|Хитатинака	JP	156581	36.3966	140.5348	2026-12-20T21:45:00Z	Asia/Tokyo
city-1257804	Saharsa	सहरसा|সহর্ষা|Сахарса	IN	156540	25.875	86.5961	2026-12-21T00:56:00Z	Asia/Kolkata
city-350789	Qalyub	قليوب|Кальюб	EG	156363	30.1792	31.2056	2026-12-21T04:47:00Z	Africa/Cairo
city-3595803	Escuintla	Эскуинтла|エスクィントラ	GT	156313	14.301	-90.7882	2026-12-21T12:23:00Z	America/Guatemala
city-2514169	Marbella	Marbelja|Марбелья|马贝拉|ماربيا	ES	156295	36.5154	-4.8858	2026-12-21T07:28:00Z	Europe/Madrid
city-315498	Ereğli	Heraclea|Héraclée|Herakleia|Эрегли|埃雷利|Ηράκλεια	TR	156253	37.5133	34.0467	2026-12-21T04:55:00Z	Europe/Istanbul
city-1732687	Batu Pahat	Bandar Penggaram	MY	156236	1.8548	102.9325	2026-12-20T23:06:00Z	Asia/Kuala_Lumpur
city-1700868	Mariveles		PH	156200	14.4338	120.4857	2026-12-20T22:18:00Z	Asia/Manila
city-3518135	San Pablo de las Salinas	San Pablo	MX	156191	19.6666	-99.0948	2026-12-21T13:06:00Z	America/Mexico_City
city-1152473	Lampang	ลําปาง|Lampangas|Лампанг|람빵	TH	156139	18.2923	99.4928	2026-12-20T23:49:00Z	Asia/Bangkok
city-2633352	York	Efrog|Eabhraig|Jorkas|Йорк|約克|يورك	GB	156135	53.9576	-1.0827	2026-12-21T08:21:00Z	Europe/London
city-1591474	Bạc Liêu	Thành Phố Bạc Liêu	VN	156110	9.2941	105.7278	2026-12-20T23:07:00Z	Asia/Ho_Chi_Minh
city-2686657	Örebro	Erebru|Эребру|厄勒布鲁|أوربرو	SE	155989	59.2741	15.2066	2026-12-21T07:54:00Z	Europe/Stockholm
city-99062	Al Miqdādīyah	المقدادية	IQ	155968	33.9786	44.9369	2026-12-21T04:01:00Z	Asia/Baghdad
city-2112312	Katsuta		JP	155968	36.3833	140.5333	2026-12-20T21:45:00Z	Asia/Tokyo
city-2309527	Malabo	Ciudad de Malabo|Malabas|Малабо|馬拉博|مالابو	GQ	155963	3.7558	8.7817	2026-12-21T05:26:00Z	Africa/Malabo
city-1253200	Vidisha	विदिशा|বিদিশা|Vidisa|Видиша	IN	155951	23.526	77.8109	2026-12-21T01:26:00Z	Asia/Kolkata
city-1563281	Tuy Hòa	Thành phố Tuy Hòa|綏和市|Туихоа|トゥイホア	VN	155921	13.0955	109.3209	2026-12-20T23:00:00Z	Asia/Ho_Chi_Minh
city-1797632	Yizhou	宜州	CN	155872	24.5	108.6667	2026-12-20T23:25:00Z	Asia/Shanghai
city-5400075	Sunnyvale	Саннивейл|森尼韦尔|سانيفال	US	155805	37.3688	-122.0363	2026-12-21T15:19:00Z	America/Los_Angeles
city-2294700	Tema	Тема|特马|テマ	GH	155782	5.6698	-0.0166	2026-12-21T06:04:00Z	Africa/Accra
city-2033413	Yichun	伊春|I-čchun|Y Xuân|Ичунь|伊春市	CN	155762	47.7214	128.8753	2026-12-20T23:10:00Z	Asia/Shanghai
city-3518407	San Martin Texmelucan de Labastida	San Martin Texmelucan	MX	155738	19.2843	-98.4389	2026-12-21T13:03:00Z	America/Mexico_City
city-3460845	Itajaí	Itajahy|Итажаи|伊達賈伊	BR	155716	-26.9078	-48.6619	2026-12-21T08:18:00Z	America/Sao_Paulo
city-250336	Ar Ramthā	الرمثا	JO	155693	32.5587	36.0082	2026-12-21T04:34:00Z	Asia/Amman
city-1270407	Hanumāngarh	Sadulgarh	IN	155687	29.5818	74.3294	2026-12-21T01:53:00Z	Asia/Kolkata
city-783920	Zemun	Zimony|Земун|泽蒙|ゼムン	RS	155591	44.8458	20.4012	2026-12-21T06:13:00Z	Europe/Belgrade
city-3345439	Telford	Telfordas|Телфорд|特爾福德|テルフォード	GB	155570	52.6766	-2.4493	2026-12-21T08:19:00Z	Europe/London
city-2334327	Kisi	Kishi	NG	155510	9.083	3.852	2026-12-21T05:55:00Z	Africa/Lagos
city-3461408	Ilhéus	São Jorgé dos Ilhéos|Iljeusas|Ильеус|伊列乌斯|イリェウス	BR	155499	-14.7991	-39.0323	2026-12-21T08:04:00Z	America/Bahia
city-3587923	Villa Canales	Villa Anales	GT	155423	14.4828	-90.5343	2026-12-21T12:22:00Z	America/Guatemala
city-1712051	Guyong		PH	155391	14.8361	120.9784	2026-12-20T22:16:00Z	Asia/Manila
city-2537406	Settat	سطات|Sattat|Setatas|Сеттат|塞塔特	MA	155333	33.001	-7.6166	2026-12-21T07:29:00Z	Africa/Casablanca
city-1176241	Jampur		PK	155243	29.6424	70.5952	2026-12-21T02:08:00Z	Asia/Karachi
city-934154	Port Louis	Puerto Louis|Port Luisas|Порт-Луи|路易港|بور لويس	MU	155226	-20.1619	57.4989	2026-12-21T01:27:00Z	Indian/Mauritius
city-1859675	Kawanishi	川西市|Каваниси|كاوانيشي	JP	155165	34.8167	135.4167	2026-12-20T22:02:00Z	Asia/Tokyo
city-1254657	Thānesar		IN	155152	29.9732	76.8321	2026-12-21T01:44:00Z	Asia/Kolkata
city-361179	Al Ḩawāmidīyah	El Hawamdeya|El-Hawamdiya|Hawamidyah	EG	155055	29.9	31.25	2026-12-21T04:46:00Z	Africa/Cairo
city-1270239	Hassan	ಹಾಸನ|Хасан|哈桑	IN	155006	13.0071	76.0962	2026-12-21T01:13:00Z	Asia/Kolkata
city-1919014	Lianghu	Lianghu Zhen|梁湖	CN	155000	29.9915	120.8984	2026-12-20T22:48:00Z	Asia/Shanghai
city-1266486	Kishangarh	किशनगढ़|কিষানগড়|Кишангарх	IN	154886	26.5901	74.854	2026-12-21T01:44:00Z	Asia/Kolkata
city-6254843	Birendranagar	वीरेन्द्रनगर नगरपालिका|Birendranagara|Бирендранаган|比蘭德拉納加爾	NP	154886	28.5967	81.6166	2026-12-21T01:22:00Z	Asia/Kathmandu
city-1809879	Guangshui	Guangshui Jiedao|Kuang-shui|Kuang-shui-chen|广水	CN	154771	31.6199	113.9978	2026-12-20T23:19:00Z	Asia/Shanghai
city-935264	Saint-Denis	Сен-Дени|サン・ドゥニ|생드니	RE	154765	-20.8823	55.4504	2026-12-21T01:34:00Z	Indian/Reunion
city-683902	Brăila	Brajla|Braiła|Ibrail|Breila|Brajlovo	RO	154686	45.2715	27.9743	2026-12-21T05:44:00Z	Europe/Bucharest
city-532615	Lyubertsy	Люберцы|Lioubertsy|Ljuberzy|Liúbertsy|Ljubercy|Liubertsi|柳別爾齊|ليوبارتسي	RU	154650	55.6772	37.8932	2026-12-21T05:56:00Z	Europe/Moscow
city-217745	Bumba	Бумба	CD	154586	2.1877	22.4683	2026-12-21T04:28:00Z	Africa/Kinshasa
city-717582	Miskolc	Miszkolc|Miškolcas|Мишкольц|米什科尔茨|ميشكولتس	HU	154521	48.1033	20.7781	2026-12-21T06:24:00Z	Europe/Budapest
city-3884373	La Serena	Ла-Серена|拉塞雷纳|لا سيرينا	CL	154521	-29.9059	-71.2501	2026-12-21T09:41:00Z	America/Santiago
city-362485	Abū Kabīr	أبو كبير	EG	154466	30.7251	31.6715	2026-12-21T04:46:00Z	Africa/Cairo
city-1808872	Fu’an	城阳|Фуаня	CN	154439	27.0913	119.6445	2026-12-20T22:46:00Z	Asia/Shanghai
city-4692559	Frisco	Фриско|فريسكو|フリスコ	US	154407	33.1507	-96.8236	2026-12-21T13:27:00Z	America/Chicago
city-2033168	Zhaodong	肇东	CN	154406	46.0522	125.9552	2026-12-20T23:15:00Z	Asia/Shanghai
city-1024552	Xai-Xai	Šai Šajus|Шаи-Шаи|賽賽|シャイシャイ	MZ	154356	-25.0519	33.6442	2026-12-21T02:52:00Z	Africa/Maputo
city-4951788	Springfield	Springfildas|Спрингфилд|斯普林菲尔德|سبرينغفيلد	US	154341	42.1015	-72.5898	2026-12-21T12:15:00Z	America/New_York
city-1262067	Nalgonda	नलगोंडा|నల్గొండ|Налгонда	IN	154326	17.0544	79.2671	2026-12-21T01:07:00Z	Asia/Kolkata
city-543460	Kovrov	Ковров|Kowrow|Kovrovas|科夫罗夫|كوفروف	RU	154224	56.3575	41.3189	2026-12-21T05:47:00Z	Europe/Moscow
city-298033	Viranşehir	Вираншехире	TR	154163	37.2235	39.7552	2026-12-21T04:31:00Z	Europe/Istanbul
city-1855078	Noda	野田|Noda-Shi|Нода|野田市	JP	154114	35.949	139.8679	2026-12-20T21:47:00Z	Asia/Tokyo
city-3449948	Santana de Parnaíba	Parnahyba|Parnaiba|Sant'Ana-de-Paranaiba	BR	154105	-23.4442	-46.9178	2026-12-21T08:18:00Z	America/Sao_Paulo
city-3511540	San Cristóbal	Benemerita de San Cristobal|San-Kristobal'|Сан-Кристобаль|سان كريستوبال	DO	154040	18.4171	-70.1068	2026-12-21T11:08:00Z	America/Santo_Domingo
city-4619947	East Chattanooga		US	154024	35.0654	-85.2491	2026-12-21T12:45:00Z	America/New_York
city-146384	Limassol	Lemesós|Limasol|Limisso|Limasolis|Лимасол|利马索尔|ليماسول	CY	154000	34.6841	33.0379	2026-12-21T04:51:00Z	Asia/Nicosia
city-1860034	Kariya	刈谷市|Karija|Кария|كارييا	JP	153834	34.9833	136.9833	2026-12-20T21:56:00Z	Asia/Tokyo
city-4717782	Pasadena	Пасадена|帕薩迪納|باسادينا	US	153784	29.6911	-95.2091	2026-12-21T13:12:00Z	America/Chicago
city-1789273	Sanshui	三水	CN	153714	23.1549	112.8916	2026-12-20T23:05:00Z	Asia/Shanghai
city-4431410	Jackson	Džeksonas|Джексон|杰克逊|جاكسون	US	153701	32.2988	-90.1848	2026-12-21T12:58:00Z	America/Chicago
city-3457000	Mogi Guaçu	Можи-Гуасу|莫吉瓜苏	BR	153658	-22.3677	-46.9455	2026-12-21T08:21:00Z	America/Sao_Paulo
city-2756071	Enschede	Enskede|Энсхеде|恩斯赫德|إنسخيده	NL	153655	52.2183	6.8958	2026-12-21T07:39:00Z	Europe/Amsterdam
city-1816265	Boshan	Po-shan|Tzu-po|Tzu-po-shih	CN	153596	36.4833	117.8333	2026-12-20T23:16:00Z	Asia/Shanghai
city-1270164	Hazāribāgh	हजारीबाग|Hazaribag|Хазарибаг	IN	153595	23.9924	85.3616	2026-12-21T00:57:00Z	Asia/Kolkata
city-1814786	Yangchun	阳春	CN	153547	22.1667	111.7833	2026-12-20T23:07:00Z	Asia/Shanghai
city-2479215	Souk Ahras	سوق أهراس|Souq Ahras|Suk Ahras|Szúk Ahrász|Suk Ahrasas|Сук-Ахрас|苏格艾赫拉斯	DZ	153479	36.2864	7.9511	2026-12-21T06:36:00Z	Africa/Algiers
city-201521	Musanze	Ruhengeri|Ruhengeris|Рухенгери	RW	153368	-1.4998	29.635	2026-12-21T03:53:00Z	Africa/Kigali
city-1263220	Medinīpur	Миднапор	IN	153349	22.4211	87.3226	2026-12-21T00:46:00Z	Asia/Kolkata
city-1846986	Andong	안동시|Andongas|Андон|安东市	KR	153348	36.5664	128.7227	2026-12-20T22:33:00Z	Asia/Seoul
city-1277508	Bālurghāt		IN	153279	25.221	88.7773	2026-12-21T00:46:00Z	Asia/Kolkata
city-5384170	Pomona	Помона|波莫纳|بومونا	US	153266	34.0553	-117.7523	2026-12-21T14:53:00Z	America/Los_Angeles
city-3625515	Valle de La Pascua	Валье-де-Ла-Паскуа	VE	153136	9.2155	-66.0073	2026-12-21T10:34:00Z	America/Caracas
city-3943789	Chincha Alta	Činča Alta|Чинча-Альта|上欽查	PE	153076	-13.4099	-76.1324	2026-12-21T10:35:00Z	America/Lima
city-2172797	Cairns	Kernsas|Кернс|凱恩斯|كيرنز	AU	153075	-16.9237	145.7661	2026-12-20T19:40:00Z	Australia/Brisbane
city-1271976	Fyzābād	Faizabad|Файзабад	IN	153047	26.7755	82.1502	2026-12-21T01:16:00Z	Asia/Kolkata
city-1273581	Dinapore	Danapur	IN	152940	25.637	85.0479	2026-12-21T01:01:00Z	Asia/Kolkata
city-1812728	Dingzhou	Dingxian|Dinsyan|T'ang-hsien|定州	CN	152934	38.5147	114.9868	2026-12-20T23:34:00Z	Asia/Shanghai
city-4273837	Kansas City	Канзас-Сити|堪薩斯城	US	152933	39.1142	-94.6275	2026-12-21T13:34:00Z	America/Chicago
city-98530	As Samawah	السماوه|Самава	IQ	152890	31.332	45.2944	2026-12-21T03:53:00Z	Asia/Baghdad
city-1259395	Porbandar	पोरबन्दर|পোরবন্দর|Порбандаром	IN	152760	21.6422	69.6093	2026-12-21T01:55:00Z	Asia/Kolkata
city-1162456	Wazirabad	Ouazirampant|Vazirabad|Vazirabadas|Вазирабад|وزير آباد|沃济拉巴德	PK	152624	32.4432	74.12	2026-12-21T02:01:00Z	Asia/Karachi
city-5143307	Washington Heights	ワシントンハイツ|워싱턴하이츠	US	152613	40.8501	-73.9354	2026-12-21T12:17:00Z	America/New_York
city-5427946	Lakewood	Лейквуд|萊克伍德|ليكوود	US	152597	39.7047	-105.0814	2026-12-21T14:18:00Z	America/Denver
city-97990	Baqubah	Ba’qūba|Bakouba|Bakuba|巴古拜	IQ	152550	33.754	44.6052	2026-12-21T04:02:00Z	Asia/Baghdad
city-2864118	Neuss	Noisas|Нойс|诺伊斯|نويس	DE	152457	51.1981	6.685	2026-12-21T07:35:00Z	Europe/Berlin
city-1815302	Chenghua	Ch’eng-hai-hsien	CN	152453	23.4613	116.7701	2026-12-20T22:50:00Z	Asia/Shanghai
city-1869446	Songnim-ni	송림리	KP	152425	38.7635	125.641	2026-12-20T22:52:00Z	Asia/Pyongyang
city-1277397	Bānda		IN	152218	25.4776	80.3349	2026-12-21T01:20:00Z	Asia/Kolkata
city-3452525	Pouso Alegre	Позу-Алегри|波苏阿莱格里	BR	152217	-22.23	-45.9364	2026-12-21T08:17:00Z	America/Sao_Paulo
city-1586296	Cần Giuộc	Can Duoc|Can Gioc	VN	152200	10.6086	106.6714	2026-12-20T23:06:00Z	Asia/Ho_Chi_Minh
city-2035980	Longfeng	龙凤	CN	152074	46.5317	125.1038	2026-12-20T23:20:00Z	Asia/Shanghai
city-132938	Gonbad-e Kāvūs	گنبد کاووس	IR	151910	37.25	55.1672	2026-12-21T03:29:00Z	Asia/Tehran
city-7279570	Higashimurayama	東村山市	JP	151815	35.7546	139.4685	2026-12-20T21:48:00Z	Asia/Tokyo
city-1270079	Hindupur		IN	151677	13.8281	77.4914	2026-12-21T01:09:00Z	Asia/Kolkata
city-3137115	Stavanger	Ставангер|スタヴァンゲル	NO	151669	58.9701	5.7333	2026-12-21T08:29:00Z	Europe/Oslo
city-3471697	Araucária	Араукария	BR	151666	-25.5931	-49.4103	2026-12-21T08:23:00Z	America/Sao_Paulo
city-1737486	Bintulu	民都鲁|Бинтулу|بينتولو	MY	151617	3.1667	113.0333	2026-12-20T22:27:00Z	Asia/Kuching
city-2640101	Poole	Pulas|Пул|普爾|プール	GB	151500	50.7143	-1.9846	2026-12-21T08:07:00Z	Europe/London
city-361661	Akhmīm	أخميم|Ахмим	EG	151430	26.5622	31.7457	2026-12-21T04:37:00Z	Africa/Cairo
city-1173491	Kohat	Кохат	PK	151427	33.582	71.4493	2026-12-21T02:14:00Z	Asia/Karachi
city-2849483	Regensburg	Ratisbonne|Ratisbona|Regensburgo|Ratyzbona|Řezno|Регенсбург|雷根斯堡|ريغنسبورغ	DE	151389	49.0151	12.1016	2026-12-21T07:03:00Z	Europe/Berlin
city-1172035	Layyah	Leiah	PK	151274	30.9613	70.939	2026-12-21T02:10:00Z	Asia/Karachi
city-355026	Girga	جرجا|Jirja	EG	151256	26.3372	31.8929	2026-12-21T04:36:00Z	Africa/Cairo
city-2299522	Koforidua	Кофоридуа|科福里杜亞|코포리두아	GH	151255	6.0941	-0.2591	2026-12-21T06:06:00Z	Africa/Accra
city-3118150	Logroño	Logronyo|Logronh|Logronjas|Логроньо|洛格罗尼奥|لوغرونيو	ES	151164	42.4661	-2.4512	2026-12-21T07:36:00Z	Europe/Madrid
city-1276634	Beāwar		IN	151152	26.1012	74.3203	2026-12-21T01:45:00Z	Asia/Kolkata
city-1164970	Shujaabad	Shujabad	PK	151115	29.8809	71.2934	2026-12-21T02:06:00Z	Asia/Karachi
city-3399058	Garanhuns	Гараньюнс	BR	151064	-8.882	-36.5022	2026-12-21T08:05:00Z	America/Recife
city-5346827	Escondido	Eskondidas|Эскондидо|埃斯孔迪多|إسكونديدو	US	151038	33.1192	-117.0864	2026-12-21T14:48:00Z	America/Los_Angeles
city-315373	Erzincan	Ezirgan|Ərzincan|Erzincam|Erzindžanas|Эрзинджан|埃尔津詹|أرزينجان	TR	150714	39.7392	39.4901	2026-12-21T04:39:00Z	Europe/Istanbul
city-307515	Kırşehir	Kırşəhər|Кыршехир|克爾謝希爾|قرشهر	TR	150700	39.1458	34.1639	2026-12-21T04:59:00Z	Europe/Istanbul
city-2511401	La Laguna	San Cristóbal de La Laguna|Ла-Лагуна	ES	150661	28.4853	-16.3201	2026-12-21T07:53:00Z	Atlantic/Canary
city-1522203	Kokshetau	Көкшетау|Кокшетау|Kokchetaou|Kökschetau|Kökşetaw|Kokczetaw|Kokčetau|科克舍套	KZ	150649	53.2841	69.3936	2026-12-21T03:35:00Z	Asia/Almaty
city-1179406	Eminabad		PK	150646	32.0424	74.26	2026-12-21T01:59:00Z	Asia/Karachi
city-1278667	Anantnag	अनन्तनाग|अनंतनाग|Анантнаг	IN	150592	33.7307	75.1542	2026-12-21T02:00:00Z	Asia/Kolkata
city-1858445	Kukichūō	久喜中央|Куки	JP	150582	36.0674	139.675	2026-12-20T21:48:00Z	Asia/Tokyo
city-2521420	Badajoz	Бадахос|بطليوس|バダホス	ES	150530	38.8779	-6.9706	2026-12-21T07:43:00Z	Europe/Madrid
city-7302856	Serilingampalle	Serilingampally	IN	150525	17.4931	78.302	2026-12-21T01:12:00Z	Asia/Kolkata
city-3870282	Talcahuano	Talkahuanas|Талькауано|塔爾卡瓦諾|تالكاهوانو	CL	150499	-36.7249	-73.1168	2026-12-21T09:30:00Z	America/Santiago
city-3895088	Chillán	Chil'jan|Cillan|Чильян|تشيلان	CL	150396	-36.6066	-72.1034	2026-12-21T09:26:00Z	America/Santiago
city-1176106	Jaranwala	Dzaranvala|Dzharanvala|Garanvala|Џаранвала|جرانوالا|傑蘭瓦拉	PK	150380	31.3332	73.4187	2026-12-21T02:01:00Z	Asia/Karachi
city-3992619	Piedras Negras	Pjedras Negras|Пједрас Неграс|پیئدراس نیگراس، كواہويلا	MX	150178	28.7001	-100.5235	2026-12-21T13:31:00Z	America/Matamoros
city-307084	Kızıltepe	Кызылтепе	TR	150174	37.1884	40.5772	2026-12-21T04:27:00Z	Europe/Istanbul
city-5107464	Astoria	Астория|Αστόρια|애스토리아	US	150165	40.7721	-73.9301	2026-12-21T12:16:00Z	America/New_York
city-1856367	Musashino	武蔵野市|Musašinas|Мусасино|武藏野市	JP	150149	35.7061	139.5594	2026-12-20T21:47:00Z	Asia/Tokyo
city-579464	Balashikha	Балашиха|Balachikha|Balaschicha|Balašicha|Bałaszycha|Balasjicha|巴拉希哈|بالاشيكا	RU	150103	55.7948	37.9479	2026-12-21T05:56:00Z	Europe/Moscow
city-1259005	Raigarh	रायगढ|রায়গড়|Райгарх	IN	150019	21.8976	83.3966	2026-12-21T01:00:00Z	Asia/Kolkata
city-942470	Vryheid		ZA	150012	-27.7695	30.7917	2026-12-21T02:58:00Z	Africa/Johannesburg
city-1163198	Tordher	Tordkher|Тордхер|توردهر	PK	150000	33.9905	72.2863	2026-12-21T02:12:00Z	Asia/Karachi
city-1645457	Dili	Dilis|Дили|帝力|ديلي	TL	150000	-8.5586	125.5736	2026-12-20T21:17:00Z	Asia/Dili
city-1842944	Gimcheon	김천|Kimčchon|Кимчхон|金泉市	KR	150000	36.1218	128.1198	2026-12-20T22:34:00Z	Asia/Seoul
city-7302828	Malkajgiri	మల్కాజ్‌గిరి|ملکاجگیری|马尔卡杰吉里	IN	150000	17.4478	78.5263	2026-12-21T01:11:00Z	Asia/Kolkata
city-1256639	Shāntipur	Santipur	IN	149983	23.2472	88.433	2026-12-21T00:43:00Z	Asia/Kolkata
city-1181073	Chishtian	Chishtian Mandi|Chishtijan|Chistian|Чиштиан-Манди|ششتيان شريف	PK	149939	29.7971	72.8577	2026-12-21T01:59:00Z	Asia/Karachi
city-3521342	Playa del Carmen	Плая-дель-Кармен|普拉亞德爾卡曼|プラヤ・デル・カルメン	MX	149923	20.6274	-87.0799	2026-12-21T12:20:00Z	America/Cancun
city-3389321	Santa Rita		BR	149910	-7.1139	-34.9781	2026-12-21T08:02:00Z	America/Fortaleza
city-3190261	Split	Spalato|Splitas|Сплит|斯普利特|سبليت	HR	149830	43.5089	16.4392	2026-12-21T06:24:00Z	Europe/Zagreb
city-6545326	Ursynów	Урсынов	PL	149775	52.1505	21.0504	2026-12-21T06:42:00Z	Europe/Warsaw
city-4158928	Hollywood	Голливуд|好萊塢|هوليوود	US	149728	26.0112	-80.1495	2026-12-21T12:03:00Z	America/New_York
city-1177073	Harunabad	Badruwala Mandi|Haroonabad Municipality|Haru Zbad	PK	149679	29.6121	73.138	2026-12-21T01:58:00Z	Asia/Karachi
city-2448085	Agadez	Agades|Agadesas|Агадес|阿加德茲|أغاديس	NE	149549	16.9733	7.9911	2026-12-21T05:52:00Z	Africa/Niamey
city-2654264	Burnley	Bernlis|Бернли|伯恩利|バーンリー	GB	149422	53.8	-2.2333	2026-12-21T08:25:00Z	Europe/London
city-293725	Reẖovot	רחובות|Rechovot|Rejovot|Rechowot|Реховот	IL	149392	31.8942	34.812	2026-12-21T04:37:00Z	Asia/Jerusalem
city-1621884	Watampone	Bone|Boni	ID	149336	-4.5386	120.3279	2026-12-20T21:45:00Z	Asia/Makassar
city-2212775	Sabha	سبها|Sebha|塞卜哈	LY	149329	27.0377	14.4283	2026-12-21T05:47:00Z	Africa/Tripoli
city-358108	Disūq	دسوق|Дисук	EG	149291	31.1326	30.6478	2026-12-21T04:52:00Z	Africa/Cairo
city-2525473	Cagliari	Casteddu|Càller|Kaljaris|Кальяри|卡利亚里|كالياري	IT	149257	39.2305	9.1192	2026-12-21T06:39:00Z	Europe/Rome
city-5109790	Borough Park	Боро-Парк	US	149248	40.634	-73.9968	2026-12-21T12:16:00Z	America/New_York
city-2556272	Berrechid	Barrechid|Bev-rechid	MA	149201	33.2655	-7.5875	2026-12-21T07:30:00Z	Africa/Casablanca
city-3452073	Queimados		BR	149093	-22.7161	-43.5553	2026-12-21T08:06:00Z	America/Sao_Paulo
city-2244991	Tambacounda	Tambakunda|Тамбакунда|坦巴昆達|タンバクンダ	SN	149071	13.7707	-13.6673	2026-12-21T07:13:00Z	Africa/Dakar
city-2646458	Huddersfield	Hadersfildas|Хаддерсфилд|哈德斯菲爾德|هدرسفيلد	GB	149017	53.649	-1.7842	2026-12-21T08:22:00Z	Europe/London
city-706524	Kerch	Керч|Керчь|Kertch|Kertsch|Kerč'|Kercz|Kertsj|刻赤	UA	148932	45.3567	36.4754	2026-12-21T05:10:00Z	Europe/Simferopol
city-6137270	Saguenay	Sagenė|Сагеней|薩格奈|ساغينيه	CA	148886	48.4168	-71.0657	2026-12-21T12:33:00Z	America/Toronto
city-1858926	Komaki	小牧市|Комаки|كوماكي، آيتشي	JP	148872	35.2833	136.9167	2026-12-20T21:57:00Z	Asia/Tokyo
city-124721	Marvdasht	مرودشت|Мервдешт	IR	148858	29.8741	52.8026	2026-12-21T03:20:00Z	Asia/Tehran
city-701404	Melitopol	Мелітополь|Мелитополь|Melitopolj|멜리토폴	UA	148851	46.8473	35.382	2026-12-21T05:20:00Z	Europe/Kyiv
city-2037534	Dunhua	敦化|Дуньхуа	CN	148844	43.3695	128.2286	2026-12-20T22:56:00Z	Asia/Shanghai
city-1275812	Bhuj	भुज|புஜ்|Бхудж	IN	148834	23.254	69.6693	2026-12-21T01:58:00Z	Asia/Kolkata
city-655194	Jyväskylä	Juveskiulė|Ювяскюля|于韦斯屈莱|يوفاسكولا	FI	148744	62.2415	25.7209	2026-12-21T07:44:00Z	Europe/Helsinki
city-1848277	Yonago	米子市|Jonagas|Йонаго|يوناغو، توتوري	JP	148720	35.4333	133.3333	2026-12-20T22:12:00Z	Asia/Tokyo
city-3169361	Rimini	Римини|ريميني|リミニ	IT	148688	44.0575	12.5653	2026-12-21T06:41:00Z	Europe/Rome
city-5927690	Coquitlam	Кокуитлам|高貴林|كوكويتلام	CA	148625	49.2846	-122.7822	2026-12-21T16:04:00Z	America/Vancouver
city-108512	Arar	عرعر|Аръар	SA	148540	30.9753	41.0381	2026-12-21T04:10:00Z	Asia/Riyadh
city-5405288	Valencia		US	148456	34.4436	-118.6095	2026-12-21T14:57:00Z	America/Los_Angeles
city-6822129	Tama	多摩|Тама|多摩市	JP	148285	35.6436	139.4684	2026-12-20T21:48:00Z	Asia/Tokyo
city-4907959	Rockford	Rokfordas|Рокфорд|罗克福德|روكفورد	US	148278	42.2711	-89.094	2026-12-21T13:22:00Z	America/Chicago
city-3642833	El Limón	El Limonas|埃爾利蒙	VE	148247	10.3059	-67.6321	2026-12-21T10:43:00Z	America/Caracas
city-2990363	Nîmes	Nimas|Ним|尼姆|نيم	FR	148236	43.8366	4.3579	2026-12-21T07:13:00Z	Europe/Paris
city-2650752	Dundee	Dùn Dè|Dandi|Данди|邓迪|دندي	GB	148210	56.4691	-2.9749	2026-12-21T08:45:00Z	Europe/London
city-1277100	Bārākpur	Barrackpore|Chanak|North Barrackpore	IN	148174	22.766	88.3634	2026-12-21T00:42:00Z	Asia/Kolkata
city-3469136	Botucatu	Botukatu|Ботукату|博图卡图	BR	148130	-22.8858	-48.445	2026-12-21T08:25:00Z	America/Sao_Paulo
city-2034638	Sujiatun	Суцзятунь	CN	148113	41.6592	123.3392	2026-12-20T23:10:00Z	Asia/Shanghai
city-1651112	Astanajapura	Astanadjapura	ID	148047	-6.8017	108.6311	2026-12-20T22:28:00Z	Asia/Jakarta
city-4013720	Ciudad Delicias	Делисьяс	MX	148045	28.1901	-105.4701	2026-12-21T13:49:00Z	America/Chihuahua
city-2415703	Siguiri	Сигири	GN	148018	11.4228	-9.1685	2026-12-21T06:51:00Z	Africa/Conakry
city-2239520	Mbanza Kongo	Mbanza Congo|San Salvador|Sao Salvador|Мбанза Конго|مبانزا كونغو	AO	148000	-6.2667	14.2383	2026-12-21T04:46:00Z	Africa/Luanda
city-4756955	East Hampton		US	147993	37.0374	-76.3316	2026-12-21T12:15:00Z	America/New_York
city-2036876	Honggang	红岗	CN	147977	46.3974	124.8845	2026-12-20T23:21:00Z	Asia/Shanghai
city-192710	Kiambu	Киамбу	KE	147870	-1.1714	36.8356	2026-12-21T03:25:00Z	Africa/Nairobi
city-3024635	Clermont-Ferrand	Clarmont dAlvèrnia|Clarmont|Klermonas-Feranas|Клермон-Ферран|克莱蒙费朗|كليرمون فيران	FR	147865	45.7797	3.0868	2026-12-21T07:26:00Z	Europe/Paris
city-4898015	Joliet	Juliet	US	147861	41.5252	-88.0834	2026-12-21T13:15:00Z	America/Chicago
city-5894171	Barrie	Baris|Барри|巴里|باري	CA	147829	44.4001	-79.6663	2026-12-21T12:52:00Z	America/Toronto
city-4221552	Savannah	Саванна|薩凡納|سافانا	US	147780	32.0835	-81.0998	2026-12-21T12:21:00Z	America/New_York
city-5102466	Paterson	Патерсон|帕特森|باترسون	US	147754	40.9168	-74.1718	2026-12-21T12:18:00Z	America/New_York
city-546230	Kolomna	Коломна|Kołomna|科洛姆纳|كولومنا	RU	147690	55.0711	38.784	2026-12-21T05:48:00Z	Europe/Moscow
city-1270525	Hājīpur	Хаджипур	IN	147688	25.6854	85.2098	2026-12-21T01:01:00Z	Asia/Kolkata
city-118994	Rafsanjān	Рафсанджане	IR	147680	30.4067	55.9939	2026-12-21T03:08:00Z	Asia/Tehran
city-3173529	Mestre	Mestre bei Venedig|Местре|梅斯特雷|メストレ	IT	147662	45.4917	12.2454	2026-12-21T06:48:00Z	Europe/Rome
city-5282804	Bridgeport	Bridžportas|Бриджпорт|布里奇波特|بريدجبورت	US	147629	41.1792	-73.1894	2026-12-21T12:15:00Z	America/New_York
city-789128	Kragujevac	Kragujevacas|Крагуевац|克拉古耶瓦茨|كراغوييفاتس	RS	147473	44.0167	20.9167	2026-12-21T06:08:00Z	Europe/Belgrade
city-610612	Aktau	Aqtaū|Актау|Aktaou|Aqtaw|Aktav|阿克套|أكتاو	KZ	147443	43.6611	51.1739	2026-12-21T04:05:00Z	Asia/Aqtau
city-3456290	Nilópolis	Нилополис|尼洛波利斯	BR	147281	-22.8075	-43.4139	2026-12-21T08:06:00Z	America/Sao_Paulo
city-704508	Kramatorsk	Краматорськ|Краматорск	UA	147145	48.7311	37.5678	2026-12-21T05:20:00Z	Europe/Kyiv
city-4903279	Naperville	Нейпервилл|內珀維爾|نابرفيل	US	147100	41.7859	-88.1473	2026-12-21T13:16:00Z	America/Chicago
city-290340	Manama	المنامة|منامه|Manamah|Манама	BH	147074	26.2279	50.5857	2026-12-21T03:21:00Z	Asia/Bahrain
city-4013516	Colima	Колима	MX	146965	19.2447	-103.7127	2026-12-21T13:24:00Z	America/Mexico_City
city-1275947	Bhimavaram	Bheemavaram	IN	146961	16.5408	81.5232	2026-12-21T00:57:00Z	Asia/Kolkata
city-258576	Lárisa	Λάρισα|Larissa|Yenişehir|Лариса	GR	146926	39.6285	22.4211	2026-12-21T05:47:00Z	Europe/Athens
city-2019528	Nakhodka	Находка|Nahodka|Nachodka|Najodka|納霍德卡|ناخودكا	RU	146920	42.8436	132.9183	2026-12-20T22:35:00Z	Asia/Vladivostok
city-339734	Debre Birhan	Dabra Berham|Dabra-Berhan|Debra Berham|Дебре-Берхан|دبره برهان|德伯勒伯爾漢	ET	146900	9.6795	39.5326	2026-12-21T03:33:00Z	Africa/Addis_Ababa
city-3038354	Aix-en-Provence	Ais de Provença|Provanso Eksas|Экс-ан-Прованс|普罗旺斯地区艾克斯|آكس أون بروفانس	FR	146821	43.5283	5.4497	2026-12-21T07:08:00Z	Europe/Paris
city-1586350	Cam Ranh	Камрань	VN	146771	11.9214	109.1591	2026-12-20T22:58:00Z	Asia/Ho_Chi_Minh
city-1176368	Jalalpur Jattan	Jalalpur	PK	146743	32.6412	74.2056	2026-12-21T02:01:00Z	Asia/Karachi
city-3547398	Matanzas	Matansasas|Матанзас|馬坦薩斯|マタンサス	CU	146733	23.0439	-81.5828	2026-12-21T12:03:00Z	America/Havana
city-8533870	Saint-Quentin-en-Yvelines	Communauté d’agglomération de Saint-Quentin-en-Yvelines	FR	146598	48.7719	2.0189	2026-12-21T07:42:00Z	Europe/Paris
city-2655524	Blackburn	Blakbernas|Блэкберн|布莱克本|ブラックバーン	GB	146521	53.75	-2.4833	2026-12-21T08:25:00Z	Europe/London
city-3086800	Ruda Śląska	Silezijos Ruda|Руда-Сленска|鲁达希隆斯卡|ルダ・シロンスカ	PL	146189	50.2584	18.8563	2026-12-21T06:42:00Z	Europe/Warsaw
city-2377457	Nouadhibou	نواذيبو|Nuadibú|Nawazibu|Нуадибу	MR	146048	20.9419	-17.0384	2026-12-21T07:40:00Z	Africa/Nouakchott
city-3493175	Puerto Plata	San Felipe de Puerto Plata|Сан-Фелипе-де-Пуэрто-Плата|聖斐利-銀港|プエルト・プラタ	DO	146000	19.7934	-70.6884	2026-12-21T11:13:00Z	America/Santo_Domingo
city-1680197	Urdaneta	Urdaneta de Pangasinán	PH	145935	15.9761	120.5711	2026-12-20T22:20:00Z	Asia/Manila
city-1265859	Krishnanagar	कृष्णानगर|কৃষ্ণনগর|Кришнанагар	IN	145926	23.4058	88.4907	2026-12-21T00:43:00Z	Asia/Kolkata
city-1788816	Xinji	Hsin-chi|Hsin-chi-chen|Shu-lu-hsien|辛集	CN	145911	37.926	115.2191	2026-12-20T23:31:00Z	Asia/Shanghai
city-3595069	Jutiapa	Хутиапа	GT	145880	14.2849	-89.888	2026-12-21T12:19:00Z	America/Guatemala
city-3395503	Marabá	Мараба|马拉巴|مارابا	BR	145860	-5.3815	-49.1323	2026-12-21T09:01:00Z	America/Belem
city-1274056	Chitradurga	चित्रदुर्ग|চিত্রদুর্গ|Читрадурга	IN	145853	14.2226	76.4004	2026-12-21T01:14:00Z	Asia/Kolkata
city-2653941	Cambridge	Caergrawnt|Kembridžas|Кембридж|劍橋|كامبريدج	GB	145674	52.2	0.1167	2026-12-21T08:06:00Z	Europe/London
city-1732721	Kampung Pasir Gudang Baru	Kampung Pasir Gudang	MY	145639	1.4726	103.878	2026-12-20T23:01:00Z	Asia/Kuala_Lumpur
city-1272648	Dibrugarh	डिब्रूगढ़|दिब्रुगढ|Дибругарх	IN	145488	27.4799	94.9084	2026-12-21T00:26:00Z	Asia/Kolkata
city-2488835	Médéa	المدية|Al-Madijja|Medėja|Медея|麦迪亚	DZ	145441	36.2642	2.7539	2026-12-21T06:56:00Z	Africa/Algiers
city-1793700	Taishan	台城|台山|Đài Sơn|Тайшань	CN	145440	22.2513	112.7799	2026-12-20T23:03:00Z	Asia/Shanghai
city-2498392	El Eulma	Saint-Arnaud	DZ	145380	36.1528	5.6902	2026-12-21T06:44:00Z	Africa/Algiers
city-3046526	Pécs	Fünfkirchen|Pecz|Pėčas|Печ|佩奇|بيتش	HU	145347	46.0762	18.2281	2026-12-21T06:26:00Z	Europe/Budapest
city-1279403	Abohar	अबोहर|আবোহার|阿博赫尔	IN	145302	30.1445	74.1955	2026-12-21T01:55:00Z	Asia/Kolkata
city-1254327	Tiruvannamalai	திருவண்ணாமலை|Тируваннамалай|ティルヴァンナーマライ	IN	145278	12.2266	79.0746	2026-12-21T00:59:00Z	Asia/Kolkata
city-4156404	Gainesville	Geinsvilis|Гейнсвилл|蓋恩斯維爾|غينزفيل	US	145214	29.6516	-82.3248	2026-12-21T12:20:00Z	America/New_York
city-3435261	Concordia	Konkordija|Конкордия|康科迪亚|كونكورديا، انتري ريوس	AR	145210	-31.392	-58.0171	2026-12-21T08:44:00Z	America/Argentina/Cordoba
city-1864132	Fujieda	藤枝市|Фудзиэда	JP	145032	34.8667	138.2667	2026-12-20T21:50:00Z	Asia/Tokyo
city-3488465	Spanish Town	Spaniš Taunas|Спаниш-Таун|西班牙鎮|سبانيش تاون	JM	145018	17.9911	-76.9574	2026-12-21T11:34:00Z	America/Jamaica
city-2655459	Blackpool	Blakpulas|Блэкпул|黑潭|بلاكبول	GB	145007	53.8167	-3.05	2026-12-21T08:28:00Z	Europe/London
city-1512473	Urganch	Ургенч|Urgench|Ourguentch|Urgentj|ウルゲンチ|우르겐치	UZ	145000	41.5518	60.6314	2026-12-21T03:20:00Z	Asia/Samarkand
city-160961	Bukoba	بوكوبا|Букоба|布科巴	TZ	144938	-1.3317	31.8122	2026-12-21T03:45:00Z	Africa/Dar_es_Salaam
city-1268593	Kaithal	कैथल|কাইথাল|Кайтхал	IN	144915	29.8015	76.3996	2026-12-21T01:45:00Z	Asia/Kolkata
city-3030300	Brest	Брест|布雷斯特|ブレスト	FR	144899	48.3903	-4.4863	2026-12-21T08:06:00Z	Europe/Paris
city-2656194	Basildon	Bazildonas|Басилдон|巴西爾登|バジルドン	GB	144859	51.5684	0.4578	2026-12-21T08:02:00Z	Europe/London
city-3462964	Franco da Rocha	Francisco da Rocha	BR	144849	-23.3217	-46.7269	2026-12-21T08:18:00Z	America/Sao_Paulo
city-3111108	Salamanca	Salamanka|Salamanque|Саламанка|سلمنقة|サラマンカ	ES	144825	40.9688	-5.6639	2026-12-21T07:44:00Z	Europe/Madrid
city-4710826	Mesquite	Мескит|梅斯基特|موسكو	US	144788	32.7668	-96.5992	2026-12-21T13:25:00Z	America/Chicago
city-1865005	Ashikaga	足利市|Ašikaga|Асикага|أشيكاغا	JP	144746	36.3333	139.45	2026-12-20T21:49:00Z	Asia/Tokyo
city-12217184	Huyện Lâm Hà	Lam Ha District	VN	144707	11.8155	108.2144	2026-12-20T23:02:00Z	Asia/Ho_Chi_Minh
city-2038679	Acheng	阿城|Ахенг|أتشنغ	CN	144665	45.5456	126.9519	2026-12-20T23:09:00Z	Asia/Shanghai
city-5990579	Kelowna	Kelouna|Келоуна|基隆拿|كيلونا	CA	144576	49.8831	-119.4857	2026-12-21T15:53:00Z	America/Vancouver
city-1162959	Umarkot	Amarkot|Umerkot|امرڪوٽ	PK	144558	25.3633	69.7418	2026-12-21T02:02:00Z	Asia/Karachi
city-3618030	León	Leonas|Леон|莱昂|レオン	NI	144538	12.4353	-86.8786	2026-12-21T12:04:00Z	America/Managua
city-1860735	Kakamigahara	各務原市|Какамигахара|各务原市	JP	144521	35.4167	136.8667	2026-12-20T21:57:00Z	Asia/Tokyo
city-3003603	Le Mans	Ar Mañs|Lo Mans|Le Manas|Ле-Ман|勒芒|لو مان	FR	144515	48.0021	0.2025	2026-12-21T07:46:00Z	Europe/Paris
city-1171965	Lodhran		PK	144512	29.5339	71.6324	2026-12-21T02:04:00Z	Asia/Karachi
city-6169141	Trois-Rivières	Trua Rivjeras|Труа-Ривьер|三河市|تروا ريفيير	CA	144472	46.3451	-72.5477	2026-12-21T12:30:00Z	America/Toronto
city-2037075	Hailin	海林|Хайлин	CN	144443	44.5715	129.3854	2026-12-20T22:56:00Z	Asia/Shanghai
city-563523	Elektrostal’	Электросталь|Elektrostalj|옐렉트로스탈	RU	144387	55.7865	38.4571	2026-12-21T05:54:00Z	Europe/Moscow
city-1277599	Balasore	बालेश्वर|বালেশ্বর|Baleswar|Baleshwar|Баласор	IN	144373	21.4927	86.9335	2026-12-21T00:45:00Z	Asia/Kolkata
city-1786395	Yong’an	永安|Fengjie	CN	144314	31.0189	109.4595	2026-12-20T23:36:00Z	Asia/Shanghai
city-2516548	Huelva	Уэльва|ウェルバ	ES	144258	37.2664	-6.94	2026-12-21T07:38:00Z	Europe/Madrid
city-1513131	Navoiy	Навои|Navoï|Nawoi|Nevai|Navojis|纳沃伊|نواوي	UZ	144158	40.0844	65.3792	2026-12-21T02:57:00Z	Asia/Samarkand
city-5140405	Syracuse	Siracusa|Сиракьюс|锡拉丘兹|سيراكيوز	US	144142	43.0481	-76.1474	2026-12-21T12:33:00Z	America/New_York
city-3471335	Atibaia	Атибая|阿蒂巴亚|アチバイア市	BR	144088	-23.1169	-46.5503	2026-12-21T08:17:00Z	America/Sao_Paulo
city-295620	Ashkelon	אשקלון|Ashquelon|Ашкелон	IL	144073	31.6693	34.5715	2026-12-21T04:37:00Z	Asia/Jerusalem
city-965154	Pinetown		ZA	144026	-29.8207	30.8867	2026-12-21T02:52:00Z	Africa/Johannesburg
city-1858067	Kusatsu	草津|Кусацу	JP	143913	35.0167	135.9667	2026-12-20T22:00:00Z	Asia/Tokyo
city-5967629	Guelph	Guelfas|Гуэлф|貴湖|غويلف	CA	143740	43.5459	-80.256	2026-12-21T12:51:00Z	America/Toronto
city-8408334	Qianjiang	城西	CN	143727	29.5328	108.7748	2026-12-20T23:35:00Z	Asia/Shanghai
city-1271107	Godhra	गोधरा|گودھرا|Годхре	IN	143644	22.7755	73.6149	2026-12-21T01:41:00Z	Asia/Kolkata
city-2558470	Khemisset	Al Khmissat|Kimisset	MA	143640	33.824	-6.0663	2026-12-21T07:25:00Z	Africa/Casablanca
city-749780	Çanakkale	Çanaqqala|Čanakalė|Чанаккале|恰納卡萊|جاناكالي	TR	143622	40.1555	26.4127	2026-12-21T05:33:00Z	Europe/Istanbul
city-5403022	Torrance	Торранс|托倫斯|توررانسي	US	143592	33.8359	-118.3406	2026-12-21T14:54:00Z	America/Los_Angeles
city-1689510	San Jose	Pandurucan	PH	143495	12.3528	121.0676	2026-12-20T22:11:00Z	Asia/Manila
city-6325521	Lévis	Леви|利维|ليفيس	CA	143414	46.8033	-71.1779	2026-12-21T12:27:00Z	America/Toronto
city-2907911	Heidelberg	Heidelberga|Heidelbergas|Хайдельберг|海德堡|هايدلبرغ	DE	143345	49.4077	8.6908	2026-12-21T07:18:00Z	Europe/Berlin
city-4006163	Fresnillo	Fresniljas|Фреснильо|弗雷斯尼約	MX	143281	23.1749	-102.8679	2026-12-21T13:28:00Z	America/Mexico_City
city-2475475	Touggourt	تقرت|Tukkurt|Tugurtas|Туггурт|图古尔特	DZ	143270	33.1108	6.07	2026-12-21T06:35:00Z	Africa/Algiers
city-1256523	Shillong	शिलांग|শিলং|Šilongas|Шиллонг	IN	143229	25.5689	91.8831	2026-12-21T00:34:00Z	Asia/Kolkata
city-5316428	Surprise	Сюрприз|瑟普赖斯|سوربرايز	US	143148	33.6306	-112.3332	2026-12-21T14:30:00Z	America/Phoenix
city-2641181	Norwich	Noridžas|Норидж|諾里奇|نورويتش	GB	143135	52.6278	1.2983	2026-12-21T08:04:00Z	Europe/London
city-1856584	Moriguchi	守口市|Моригути|موريغوتشي، أوساكا	JP	143096	34.7333	135.5667	2026-12-20T22:01:00Z	Asia/Tokyo
city-3037854	Amiens	Amians|Amjenas|Амьен|亞眠|أميان	FR	143086	49.9	2.3	2026-12-21T07:46:00Z	Europe/Paris
city-3458266	Macaé	Макаэ|马卡埃	BR	143029	-22.3848	-41.7832	2026-12-21T08:00:00Z	America/Sao_Paulo
city-1258178	Rewāri		IN	143021	28.199	76.6183	2026-12-21T01:41:00Z	Asia/Kolkata
city-2624886	Aalborg	Ålborg|Olborgas|Ольборг|奥尔堡|آلبورغ	DK	142937	57.048	9.9187	2026-12-21T07:57:00Z	Europe/Copenhagen
city-1707123	La Trinidad	Ла-Тринидад|라트리니다드	PH	142925	16.455	120.5875	2026-12-20T22:21:00Z	Asia/Manila
city-2496049	Ghardaïa	غرداية|Ghardaja|Gardaya|Gardaja|Гардая|盖尔达耶	DZ	142913	32.4909	3.6735	2026-12-21T06:43:00Z	Africa/Algiers
city-503550	Pyatigorsk	Пятигорск|Pjatigorsk|Piatigorsk|五山城|ピャチゴルスク	RU	142865	44.05	43.0504	2026-12-21T04:39:00Z	Europe/Moscow
city-2312888	Mbanza-Ngungu	Мбанза-Нгунгу	CD	142773	-5.2584	14.8584	2026-12-21T04:46:00Z	Africa/Kinshasa
city-1894616	Okinawa	沖縄市|Окинава|沖繩市	JP	142752	26.3358	127.8014	2026-12-20T22:12:00Z	Asia/Tokyo
city-2642607	Middlesbrough	Midlsbro|Мидлсбро|米德爾斯伯勒|ميدلزبرة	GB	142707	54.5762	-1.2348	2026-12-21T08:25:00Z	Europe/London
city-1216187	Shahrisabz	Шаҳрисабз|Шахрисабз|Chakhrisabz|Sachrisabz|Šachrizabz|Sjachrisabz|Şehr-i-Sebz|沙赫里薩布茲	UZ	142700	39.0578	66.8342	2026-12-21T02:48:00Z	Asia/Samarkand
city-1170013	Moro		PK	142685	26.6632	68.0002	2026-12-21T02:12:00Z	Asia/Karachi
city-3086586	Rybnik	Rybnikas|Рыбник|雷布尼克|ريبنيك	PL	142510	50.0971	18.5418	2026-12-21T06:42:00Z	Europe/Warsaw
city-2482572	Saïda	سعيدة|Сайда|塞伊达	DZ	142497	34.8303	0.1517	2026-12-21T07:03:00Z	Africa/Algiers
city-4333190	Metairie Terrace		US	142489	29.9785	-90.164	2026-12-21T12:52:00Z	America/Chicago
city-3188582	Tuzla	Тузла|图兹拉|トゥズラ	BA	142486	44.5384	18.6671	2026-12-21T06:19:00Z	Europe/Sarajevo
city-1005646	eMbalenhle		ZA	142443	-26.5333	29.0667	2026-12-21T03:07:00Z	Africa/Johannesburg
city-3446038	Trindade	Триндади|特林达迪	BR	142431	-16.6494	-49.4889	2026-12-21T08:42:00Z	America/Sao_Paulo
city-1174167	Khanpur		PK	142426	28.6474	70.6569	2026-12-21T02:06:00Z	Asia/Karachi
city-4575352	Columbia	Kolumbija|Колумбия|哥伦比亚|كولومبيا	US	142416	34.0007	-81.0348	2026-12-21T12:26:00Z	America/New_York
city-1337240	Nawābganj		BD	142361	24.5903	88.2744	2026-12-21T00:46:00Z	Asia/Dhaka
city-3600026	Puerto Cortez	Puerto Cortés|Пуэрто-Кортес	HN	142311	15.8256	-87.9297	2026-12-21T12:14:00Z	America/Tegucigalpa
city-5381396	Pasadena	Пасадина|帕萨迪纳|باسادينا	US	142250	34.1478	-118.1445	2026-12-21T14:54:00Z	America/Los_Angeles
city-2146268	Toowoomba	Тувумба|图文巴|توومبا	AU	142163	-27.5606	151.9539	2026-12-20T18:53:00Z	Australia/Brisbane
city-2855745	Paderborn	Paderbornas|Падерборн|帕德博恩|بادربورن	DE	142161	51.7191	8.7544	2026-12-21T07:29:00Z	Europe/Berlin
city-1274337	Chhatarpur	Catarpur|Chantarpur|Chhattarpur|Чхатарпур|چهاتارپور|切德尔布尔	IN	142128	24.9177	79.5887	2026-12-21T01:22:00Z	Asia/Kolkata
city-990930	Kimberley	Kimberlis|Кимберли|金伯利|كيمبرلي	ZA	142089	-28.7323	24.7623	2026-12-21T03:19:00Z	Africa/Johannesburg
city-3899887	Alto Hospicio	Альто-Осписио|上霍斯皮西奧|ألتو هوسبيكيو	CL	142086	-20.2687	-70.1049	2026-12-21T09:58:00Z	America/Santiago
city-3564178	Ciego de Ávila	Сьего-де-Авила	CU	142027	21.8422	-78.7603	2026-12-21T11:49:00Z	America/Havana
city-349717	Samālūţ	سمالوط	EG	142009	28.3121	30.7101	2026-12-21T04:45:00Z	Africa/Cairo
city-1805844	Jieshou	界首	CN	141993	33.2634	115.3611	2026-12-20T23:18:00Z	Asia/Shanghai
city-528293	Maykop	Майкоп|Maïkop|Majkop|Maikopas|マイコープ|마이코프	RU	141970	44.6079	40.1024	2026-12-21T04:53:00Z	Europe/Moscow
city-1184249	Attock City	Attock|Campbellpore|Campbellpur	PK	141945	33.7667	72.3598	2026-12-21T02:11:00Z	Asia/Karachi
city-1214882	Kisaran	Kisaran Baru	ID	141915	2.9845	99.6158	2026-12-20T23:21:00Z	Asia/Jakarta
city-1635111	Mojokerto	Kota Mojokerto	ID	141785	-7.4664	112.4338	2026-12-20T22:11:00Z	Asia/Jakarta
city-3682516	Facatativá	Факататива|法卡塔蒂瓦|Φακατατιβά	CO	141762	4.8137	-74.3545	2026-12-21T11:00:00Z	America/Bogota
city-3629576	Punto Fijo	蓬托菲霍	VE	141729	11.6915	-70.1992	2026-12-21T10:56:00Z	America/Caracas
city-1307835	Myingyan	M'indzhan|Mgin'nkgian|Mijngjan|М'їнджан|ماينجيان|敏建	MM	141713	21.46	95.3884	2026-12-21T00:11:00Z	Asia/Yangon
city-1263834	Mandsaur	मंदसौर|মান্দসৌর|曼德绍尔	IN	141667	24.0718	75.0699	2026-12-21T01:38:00Z	Asia/Kolkata
city-463355	Zheleznodorozhnyy	Железнодорожный	RU	141648	55.744	38.0168	2026-12-21T05:56:00Z	Europe/Moscow
city-1274553	Chas	Час	IN	141640	23.6356	86.1671	2026-12-21T00:53:00Z	Asia/Kolkata
city-2972191	Tours	Teurgn|Tors|Tūras|Тур|图尔|تور	FR	141621	47.3948	0.704	2026-12-21T07:41:00Z	Europe/Paris
city-1260777	Pālanpur		IN	141592	24.1713	72.4383	2026-12-21T01:49:00Z	Asia/Kolkata
city-2291136	Bondoukou	Бондуку|邦杜庫	CI	141568	8.0402	-2.8	2026-12-21T06:19:00Z	Africa/Abidjan
city-3598655	Chichicastenango	Чичикастенанго	GT	141567	14.9433	-91.1112	2026-12-21T12:25:00Z	America/Guatemala
city-3108288	Tarragona	Tarragone|Таррагона|タラゴナ	ES	141542	41.1191	1.2454	2026-12-21T07:17:00Z	Europe/Madrid
city-81302	Tobruk	Ţubruq|Tobruch|Tobrouk|Tobroek|Tubrukas|Тобрук|图卜鲁格|トブルク	LY	141499	32.0896	23.9538	2026-12-21T05:21:00Z	Africa/Tripoli
city-5881791	Abbotsford	Abotsfordas|Абботсфорд|亞博斯福|أبوتسفورد	CA	141397	49.058	-122.2526	2026-12-21T16:01:00Z	America/Vancouver
city-3468879	Brusque	Бруски|布吕斯克	BR	141385	-27.098	-48.9128	2026-12-21T08:18:00Z	America/Sao_Paulo
city-2655237	Bolton	Boltonas|Болтон|博尔顿|بولتن	GB	141331	53.5833	-2.4333	2026-12-21T08:24:00Z	Europe/London
city-670609	Piteşti	Pitesk|Piteszt|Pitešť	RO	141275	44.85	24.8667	2026-12-21T05:55:00Z	Europe/Bucharest
city-1864031	Fukayachō	深谷町	JP	141268	36.2	139.2833	2026-12-20T21:50:00Z	Asia/Tokyo
city-3907584	Potosí	Потоси|波托西|بوتوسي	BO	141251	-19.5836	-65.7531	2026-12-21T09:42:00Z	America/La_Paz
city-2998286	Limoges	Lemojez|Llemotges|Limožas|Лимож|利摩日|ليموج	FR	141176	45.8336	1.2476	2026-12-21T07:33:00Z	Europe/Paris
city-1907299	Asaka	朝霞市|Асака|أساكي	JP	141083	35.8047	139.6019	2026-12-20T21:47:00Z	Asia/Tokyo
city-3455070	Paranaguá	Паранагуа|巴拉那瓜|パラナグア	BR	141013	-25.5163	-48.5254	2026-12-21T08:20:00Z	America/Sao_Paulo
city-1141269	Ghazni	غزنین|Gazni|Газни|غزنة	AF	141000	33.5539	68.421	2026-12-21T02:26:00Z	Asia/Kabul
city-5379513	Orange	Ориндж|橙市|أورانج	US	140992	33.7878	-117.8531	2026-12-21T14:52:00Z	America/Los_Angeles
city-755330	Wola	Воля	PL	140958	52.2348	20.96	2026-12-21T06:43:00Z	Europe/Warsaw
city-130802	Īlām	ایلام|Илам	IR	140940	33.6374	46.4227	2026-12-21T03:55:00Z	Asia/Tehran
city-2037222	Gongzhuling	Гунчжулин	CN	140909	43.5007	124.8198	2026-12-20T23:10:00Z	Asia/Shanghai
city-1907301	Shimotoda	下戸田|Тода	JP	140899	35.815	139.6853	2026-12-20T21:47:00Z	Asia/Tokyo
city-3860443	Comodoro Rivadavia	Komodoro Rivadavija|Комодоро-Ривадавия|里瓦达维亚海军准将城|كومودورو ريفادافيا	AR	140850	-45.8626	-67.494	2026-12-21T08:36:00Z	America/Argentina/Catamarca
city-1764160	Kampung Sungai Ara	Kampong Sungai Ara|Sungei Ara	MY	140849	5.327	100.2735	2026-12-20T23:22:00Z	Asia/Kuala_Lumpur
city-5351247	Fullerton	Fulertonas|Фуллертон|富勒顿|فوليرتون	US	140847	33.8703	-117.9253	2026-12-21T14:53:00Z	America/Los_Angeles
city-4703223	Killeen	Kilinas|Киллин|基林|كيلين	US	140806	31.1171	-97.7278	2026-12-21T13:25:00Z	America/Chicago
city-1497337	Norilsk	Норильск|Norylsk|Norilszk|Norilskas|Noriljsk|諾里爾斯克|نوريلسك	RU	140800	69.3535	88.2027		Asia/Krasnoyarsk
city-3118514	Lleida	Lhèida|Lérida|Лерида|レリダ	ES	140797	41.6167	0.6222	2026-12-21T07:21:00Z	Europe/Madrid
city-2740637	Coimbra	Коимбра|科英布拉|コインブラ	PT	140796	40.2069	-8.42	2026-12-21T07:52:00Z	Europe/Lisbon
city-877747	Mtwara	Mtvara|Мтвара|ムトワラ|므트와라	TZ	140793	-10.2667	40.1833	2026-12-21T02:55:00Z	Africa/Dar_es_Salaam
city-219057	Beni	Бени	CD	140731	0.4911	29.4731	2026-12-21T03:57:00Z	Africa/Lubumbashi
city-339708	Debre Mark’os	Dabra Marko's|Dabra-7arqos|Debra Marcos	ET	140700	10.35	37.7333	2026-12-21T03:41:00Z	Africa/Addis_Ababa
city-1697497	Norzagaray	Bayan ng Norzagaray	PH	140697	14.9109	121.0493	2026-12-20T22:16:00Z	Asia/Manila
city-970566	Nigel	Найджел	ZA	140644	-26.4314	28.4771	2026-12-21T03:10:00Z	Africa/Johannesburg
city-2233410	Buea	Buėja|Буэа|布埃亞|ブエア	CM	140533	4.1534	9.2423	2026-12-21T05:24:00Z	Africa/Douala
city-1794371	Shuizhai	水寨	CN	140493	23.9296	115.765	2026-12-20T22:55:00Z	Asia/Shanghai
city-582432	Al’met’yevsk	Альметьевск|Әлмәт|Almetjevsk	RU	140437	54.904	52.3179	2026-12-21T04:53:00Z	Europe/Moscow
city-4709796	McAllen	Мак-Аллен|麦卡伦|ماكالين	US	140269	26.2034	-98.23	2026-12-21T13:16:00Z	America/Chicago
city-1265242	Lakhīmpur		IN	140223	27.9482	80.7793	2026-12-21T01:24:00Z	Asia/Kolkata
city-2112576	Ishinomaki	石巻市|Исиномаки|石卷市	JP	140151	38.4167	141.3	2026-12-20T21:48:00Z	Asia/Tokyo
city-973111	Mpumalanga	Epumalanga|Hammarsdale|Мпумаланга	ZA	140121	-29.8129	30.6365	2026-12-21T02:53:00Z	Africa/Johannesburg
city-1170486	Mian Channun	Mian Channu	PK	140112	30.4407	72.3568	2026-12-21T02:03:00Z	Asia/Karachi
city-2744114	Zaanstad		NL	140085	52.4531	4.8136	2026-12-21T07:49:00Z	Europe/Amsterdam
city-1610538	Kabin Buri	กบินทร์บุรี	TH	140056	13.9513	101.7174	2026-12-20T23:32:00Z	Asia/Bangkok
city-11468429	Kuwana	桑名市	JP	140051	35.0519	136.6696	2026-12-20T21:57:00Z	Asia/Tokyo
city-3947019	Ayacucho	Ajakučas|Аякучо|阿亚库乔|アヤクーチョ	PE	140033	-13.1638	-74.2234	2026-12-21T10:28:00Z	America/Lima
city-286647	Şaḩam	Салам	OM	140000	24.1722	56.8886	2026-12-21T02:51:00Z	Asia/Muscat
city-2034996	Shanhaiguan	山海关|Шаньхайгуань	CN	140000	40.0012	119.754	2026-12-20T23:19:00Z	Asia/Shanghai
city-3125239	Chamartín	Camartino|Chamartin de la Rosa|Chamartin distritu|Чамартин|چامارتین|查馬丁區	ES	140000	40.4621	-3.6766	2026-12-21T07:34:00Z	Europe/Madrid
city-245785	Abéché	أبشي|Abešė|Абеше|阿贝歇	TD	139983	13.8292	20.8324	2026-12-21T04:55:00Z	Africa/Ndjamena
city-255524	Peristéri	Περιστέρι|Peristerion|Перистерион	GR	139981	38.0154	23.6919	2026-12-21T05:37:00Z	Europe/Athens
city-2759821	Amersfoort	Амерсфорт	NL	139914	52.155	5.3875	2026-12-21T07:45:00Z	Europe/Amsterdam
city-2073124	Darwin	Darvinas|Дарвин|达尔文|داروين	AU	139902	-12.4611	130.8418	2026-12-20T20:49:00Z	Australia/Darwin
city-11695689	Jeongeup	정읍시	KR	139876	35.6	126.917	2026-12-20T22:38:00Z	Asia/Seoul
city-5786882	Bellevue	Belvju|Белвью|贝尔维尤|بالفيو	US	139820	47.6104	-122.2007	2026-12-21T15:54:00Z	America/Los_Angeles
city-554233	Korolev	Королёв|Korolyov|Koroliov|Korolow|Koroljov|Koroliovas|科羅廖夫|كوروليوف	RU	139798	55.9142	37.8256	2026-12-21T05:58:00Z	Europe/Moscow
city-1253468	Valsād	Bulsar|Walsad	IN	139764	20.6101	72.9343	2026-12-21T01:40:00Z	Asia/Kolkata
city-150006	Shinyanga	Šinjanga|Шиньянга|欣延加|シニャンガ	TZ	139727	-3.6639	33.4212	2026-12-21T03:34:00Z	Africa/Dar_es_Salaam
city-2675408	Sollentuna		SE	139606	59.428	17.9509	2026-12-21T07:45:00Z	Europe/Stockholm
city-99344	Al Hindīyah	الهندية	IQ	139578	32.5419	44.2247	2026-12-21T04:01:00Z	Asia/Baghdad
city-1848774	Yaizu	焼津市|Яидзу|燒津市	JP	139578	34.8688	138.3195	2026-12-20T21:50:00Z	Asia/Tokyo
city-1631905	Payakumbuh	Kota Payakumbuh	ID	139576	-0.2159	100.6334	2026-12-20T23:11:00Z	Asia/Jakarta
city-1273587	Damoh	दमोह|দামোহ|达莫	IN	139561	23.8331	79.4419	2026-12-21T01:20:00Z	Asia/Kolkata
city-1270498	Haldwani	हल्द्वानी|ہلدوانی|Haldwani-cum-Kathgodam|Халдвани	IN	139497	29.2225	79.5286	2026-12-21T01:31:00Z	Asia/Kolkata
city-1649881	Batang		ID	139492	-6.4846	110.7083	2026-12-20T22:20:00Z	Asia/Jakarta
city-2341355	Gbongan		NG	139485	7.4773	4.3535	2026-12-21T05:50:00Z	Africa/Lagos
city-1822214	Siem Reap	Siĕmréab|Ciudad de Siem Riep|Khett Siem Reab|Sziemreap|Siemreabas|Сием-Реап|暹粒省|سيام ريب	KH	139458	13.3618	103.8606	2026-12-20T23:22:00Z	Asia/Phnom_Penh
city-3486270	Anaco		VE	139397	9.4296	-64.4643	2026-12-21T10:29:00Z	America/Caracas
city-1630333	Purwodadi	Purwodadi Grobogan	ID	139387	-7.0868	110.9158	2026-12-20T22:18:00Z	Asia/Jakarta
city-1859093	Koga	古河市|Кога|كوغا	JP	139344	36.1833	139.7167	2026-12-20T21:48:00Z	Asia/Tokyo
city-1270568	Hābra		IN	139297	22.842	88.6561	2026-12-21T00:41:00Z	Asia/Kolkata
city-1627253	Sidoarjo	Sidaardja|Sidoardio|Sidoardja	ID	139189	-7.4478	112.7183	2026-12-20T22:10:00Z	Asia/Jakarta
city-412800	Şabāḩ as Sālim	صَبَاح اَلسَّالِم	KW	139163	29.2572	48.0572	2026-12-21T03:37:00Z	Asia/Kuwait
city-3471039	Balneário Camboriú	Camboriú|Балнеариу-Камбориу|巴内阿里约坎博里乌	BR	139155	-26.9906	-48.6347	2026-12-21T08:17:00Z	America/Sao_Paulo
city-2659994	Lausanne	Losanna|Lausana|Lozanna|Lozan|Lozana|Лозанна|洛桑|ローザンヌ	CH	139111	46.516	6.6328	2026-12-21T07:14:00Z	Europe/Zurich
city-3613533	Choloma		HN	139100	15.6144	-87.953	2026-12-21T12:14:00Z	America/Tegucigalpa
city-2473449	Kairouan	القيروان|Qairawān|Kairuán|Qayrawan|Cairuão|Kayravan|Кайруан|凯鲁万	TN	139070	35.6781	10.0963	2026-12-21T06:25:00Z	Africa/Tunis
city-2636882	Stockport	Stokportas|Стокпорт|斯托克波特|ستوكبورت	GB	139052	53.4098	-2.1576	2026-12-21T08:22:00Z	Europe/London
city-2036776	Huadian	Hua-tien|Hua-tien-chen|Hua-tien-hsien|桦甸	CN	139047	42.9721	126.7411	2026-12-20T23:01:00Z	Asia/Shanghai
city-2229798	Kousséri	القصور	CM	139024	12.0769	15.0306	2026-12-21T05:15:00Z	Africa/Douala
city-1621613	Weru		ID	139004	-6.711	108.5037	2026-12-20T22:28:00Z	Asia/Jakarta
city-546105	Kolpino	Колпино|Kołpino|Kolppina|Kolpinas|Koljpino|科爾皮諾|كولبينو	RU	138979	59.7507	30.5886	2026-12-21T06:57:00Z	Europe/Moscow
city-2425791	Sarh	صارح|Сарх	TD	138928	9.1456	18.3833	2026-12-21T04:57:00Z	Africa/Ndjamena
city-3518692	San Juan del Río		MX	138878	20.389	-99.9964	2026-12-21T13:11:00Z	America/Mexico_City
city-2295458	Sekondi-Takoradi	Sékondi|Sekondis-Takoradis|Секонди|塞康第─塔科拉迪|سيكوندي تاكورادي	GH	138872	4.9268	-1.7577	2026-12-21T06:10:00Z	Africa/Accra
city-10020191	Liuzhi	六枝	CN	138826	26.2342	105.426	2026-12-20T23:41:00Z	Asia/Shanghai
city-1698839	Naga	Lungsod ng Naga|Naga City	PH	138727	10.209	123.758	2026-12-20T21:57:00Z	Asia/Manila
city-2037335	Fuyu	Betuna|Bodune|Fu-yu-chen	CN	138704	45.1833	124.8167	2026-12-20T23:16:00Z	Asia/Shanghai
city-4333177	Metairie	メテリー|메타리	US	138481	29.9841	-90.1529	2026-12-21T12:52:00Z	America/Chicago
city-1815427	Chaohu	巢湖市	CN	138463	31.6	117.8667	2026-12-20T23:04:00Z	Asia/Shanghai
city-1266305	Kolār	Колар	IN	138462	13.1377	78.13	2026-12-21T01:05:00Z	Asia/Kolkata
city-2472706	Bizerte	بنزرت|Bizerta|Biserta|Бизерта|比塞大	TN	138430	37.2744	9.8739	2026-12-21T06:31:00Z	Africa/Tunis
city-3626402	Táriba		VE	138402	7.8212	-72.2233	2026-12-21T10:57:00Z	America/Caracas
city-2343784	Ejigbo		NG	138357	7.903	4.3136	2026-12-21T05:51:00Z	Africa/Lagos
city-2544001	Ksar El Kebir	Alcazarquebir|Alcazarquivir|Alcazquivir	MA	138262	35.0004	-5.9038	2026-12-21T07:28:00Z	Africa/Casablanca
city-2290582	Dabou	Даб	CI	138083	5.3256	-4.3769	2026-12-21T06:21:00Z	Africa/Abidjan
city-3393001	Parnaíba	Парнаиба|巴纳伊巴|Παρναΐμπα	BR	138008	-2.9047	-41.7767	2026-12-21T08:36:00Z	America/Fortaleza
city-2234359	Bertoua	Бертуа|贝尔图阿|ベルトゥア	CM	137993	4.5773	13.6846	2026-12-21T05:07:00Z	Africa/Douala
city-3723779	Jacmel	Jakmèl|Yáquimo|Жакмеле|雅克梅勒|ジャクメル	HT	137966	18.2357	-72.5369	2026-12-21T11:17:00Z	America/Port-au-Prince
city-1255647	Srikakulam	శ్రీకాకుళం	IN	137944	18.2989	83.8975	2026-12-21T00:51:00Z	Asia/Kolkata
city-1719274	Candelaria		PH	137933	13.9311	121.4233	2026-12-20T22:13:00Z	Asia/Manila
city-1562693	Vĩnh Long	Vin' Long|Винь Лонг|فين لونج	VN	137870	10.2537	105.9722	2026-12-20T23:08:00Z	Asia/Ho_Chi_Minh
city-3374333	Praia	Cidade da Praia|Praja|Прая|培亞|برايا	CV	137868	14.9315	-23.5125	2026-12-21T07:55:00Z	Atlantic/Cape_Verde
city-3471715	Araruama	Араруама|阿拉鲁阿马	BR	137773	-22.8728	-42.3431	2026-12-21T08:01:00Z	America/Sao_Paulo
city-3460535	Itu	Иту|伊图|イトゥー	BR	137586	-23.2642	-47.2992	2026-12-21T08:20:00Z	America/Sao_Paulo
city-4566880	Ponce	Ponsė|Понсе|龐塞|ポンセ	PR	137491	18.0103	-66.624	2026-12-21T10:53:00Z	America/Puerto_Rico
city-1805857	Jieshi	碣石	CN	137444	22.8103	115.8306	2026-12-20T22:52:00Z	Asia/Shanghai
city-1808612	Hejiang	合江	CN	137437	28.8116	105.8336	2026-12-20T23:45:00Z	Asia/Shanghai
city-1263814	Mandya	मांड्या|মান্দায়া|Мандья	IN	137358	12.5223	76.8975	2026-12-21T01:09:00Z	Asia/Kolkata
city-1019330	Bhisho	Bisho|Bišo|Бишо|比绍|بيشو	ZA	137287	-32.8472	27.4422	2026-12-21T02:58:00Z	Africa/Johannesburg
city-1233369	Negombo	මීගමුව|நீர்கொழும்பு|Negombas|Негомбо	LK	137223	7.2083	79.8358	2026-12-21T00:47:00Z	Asia/Colombo
city-261745	Irákleion	Ηράκλειο|Heraklion|Iraklio|Iráclio|Iraklion|Kandiye|Ираклион|伊拉克利翁	GR	137154	35.3279	25.1434	2026-12-21T05:24:00Z	Europe/Athens
city-4762894	Hampton	Hamptonas|Хэмптон|漢普頓|هامبتون	US	137148	37.0299	-76.3452	2026-12-21T12:15:00Z	America/New_York
city-1922014	Wuyishan	武夷山|武夷山市|Ciudad de Wuyishan|Vũ Di Sơn|우이산 시	CN	137133	27.7599	118.0307	2026-12-20T22:54:00Z	Asia/Shanghai
city-4164601	Miramar	Мирамар|米拉馬爾|ميرامار	US	137132	25.9873	-80.2323	2026-12-21T12:04:00Z	America/New_York
city-358821	Bilqās	Balqas|Bilqas Qism Auwal|Bilqas Qism Awwal|بلقاس	EG	137080	31.2145	31.358	2026-12-21T04:49:00Z	Africa/Cairo
city-516215	Odintsovo	Одинцово|Odinzowo|Odincovo|Odincowo|Odincovas|Odințovo|奧金佐沃|أودينتسوفو	RU	137041	55.6698	37.2772	2026-12-21T05:58:00Z	Europe/Moscow
city-1630058	Rangkasbitung	Rangkas Betung|Rangkasbitoeng|Rangkasibitoeng	ID	137041	-6.3591	106.2494	2026-12-20T22:38:00Z	Asia/Jakarta
city-3176885	Foggia	Фоджа|فوجا|フォッジャ	IT	137032	41.4584	15.5519	2026-12-21T06:20:00Z	Europe/Rome
city-1069129	Antsiranana	Анцеранана	MG	136959	-12.3173	49.2919	2026-12-21T02:15:00Z	Indian/Antananarivo
city-1268715	Kānchrāpāra	Kachrapara|Kancharapara|Kanchrapura	IN	136954	22.96	88.4285	2026-12-21T00:42:00Z	Asia/Kolkata
city-3589885	San Juan Sacatepéquez		GT	136886	14.7189	-90.6442	2026-12-21T12:23:00Z	America/Guatemala
city-1857046	Minoh	箕面市	JP	136868	34.8269	135.4706	2026-12-20T22:01:00Z	Asia/Tokyo
city-2342490	Funtua	Puntua	NG	136811	11.5235	7.3117	2026-12-21T05:45:00Z	Africa/Lagos
city-6155721	St. Catharines	Saint Catharines|Sent Katerinsas|Сент-Катаринс|圣凯瑟琳斯|سانت كاثرينز	CA	136803	43.1713	-79.2427	2026-12-21T12:46:00Z	America/Toronto
city-1293625	Dawei	ထားဝယ်မြို့|Tavoy|Davėjus|Тавой|土瓦	MM	136783	14.0823	98.1915	2026-12-20T23:46:00Z	Asia/Yangon
city-2338711	Igboho		NG	136764	8.8378	3.7563	2026-12-21T05:55:00Z	Africa/Lagos
city-2759706	Apeldoorn	Apeldoarn|Apeldornas|Апелдорн|阿珀尔多伦|آبلدورن	NL	136670	52.21	5.9694	2026-12-21T07:43:00Z	Europe/Amsterdam
city-124778	Marīvān	قَلعِۀ مَريوان	IR	136654	35.5183	46.183	2026-12-21T04:00:00Z	Asia/Tehran
city-1570449	Phủ Lý	Thành Phố Phủ Lý	VN	136654	20.5453	105.9122	2026-12-20T23:28:00Z	Asia/Bangkok
city-2289887	Divo	Divas|Диво|迪沃	CI	136627	5.8374	-5.3572	2026-12-21T06:26:00Z	Africa/Abidjan
city-1794806	Huinong	Shizuishan	CN	136570	39.2333	106.7694	2026-12-21T00:09:00Z	Asia/Shanghai
city-2543549	Larache	العرائش|Laraxe|Al-Araisz|Larašas|Лараша|拉臘什	MA	136505	35.1932	-6.1557	2026-12-21T07:29:00Z	Africa/Casablanca
city-3445487	Varginha	Варжинья|瓦尔任阿	BR	136467	-21.5514	-45.4303	2026-12-21T08:16:00Z	America/Sao_Paulo
city-358600	Būsh	Nasir Bush|ناصر-بوش سابقا	EG	136441	29.1482	31.1273	2026-12-21T04:45:00Z	Africa/Cairo
city-3467736	Campo Largo	Кампу-Ларгу|坎普拉古	BR	136327	-25.4596	-49.5301	2026-12-21T08:24:00Z	America/Sao_Paulo
city-3986172	San José del Cabo	Сан-Хосе-дель-Кабо	MX	136285	23.0541	-109.7037	2026-12-21T13:55:00Z	America/Mazatlan
city-3468403	Cachoeirinha		BR	136258	-29.9511	-51.0939	2026-12-21T08:20:00Z	America/Sao_Paulo
city-5784607	West Valley City	Уэст-Валли-Сити|西瓦利城|ويست فالي سيتي	US	136208	40.6916	-112.0011	2026-12-21T14:48:00Z	America/Denver
city-1859393	Kisarazu	木更津市|Кисарадзу|كيسارازو	JP	136166	35.3833	139.9325	2026-12-20T21:45:00Z	Asia/Tokyo
city-1810240	Gejiu	个旧市	CN	136135	23.3608	103.1537	2026-12-20T23:44:00Z	Asia/Shanghai
city-685948	Bacău	Bákó|Бакэу	RO	136087	46.5672	26.9138	2026-12-21T05:53:00Z	Europe/Bucharest
city-1272552	Dimāpur	Димапур	IN	135860	25.9117	93.7217	2026-12-21T00:27:00Z	Asia/Kolkata
city-957487	Sasolburg		ZA	135828	-26.8136	27.8169	2026-12-21T03:12:00Z	Africa/Johannesburg
city-1735093	Tasek Glugor	Gelugor|Gelugor  Seberang Perai|Tasek Gelugor|打昔牛汝莪	MY	135786	5.4803	100.4985	2026-12-20T23:22:00Z	Asia/Kuala_Lumpur
city-3877949	Osorno	Осорно	CL	135773	-40.574	-73.1335	2026-12-21T09:18:00Z	America/Santiago
city-2036597	Jiagedaqi	加格達奇區|Jagdaqi|加格達奇区|자거다치 구	CN	135760	50.4167	124.1167	2026-12-20T23:41:00Z	Asia/Shanghai
city-12022102	Tumxuk	图木舒克	CN	135727	39.8698	79.0612	2026-12-21T02:01:00Z	Asia/Urumqi
city-1185191	Kushtia	Khustia	BD	135724	23.9028	89.1194	2026-12-21T00:42:00Z	Asia/Dhaka
city-3672110	Pitalito	Pitalitas|Питалито|皮塔利托	CO	135711	1.8537	-76.0507	2026-12-21T11:02:00Z	America/Bogota
city-1727995	Baliuag	Baliwag	PH	135679	14.9547	120.8969	2026-12-20T22:17:00Z	Asia/Manila
city-1861464	Isahaya	諫早|Исахая|諫早市	JP	135546	32.8411	130.0431	2026-12-20T22:18:00Z	Asia/Tokyo
city-4509884	Dayton	Deitonas|Дейтон|代顿|دايتون، أوهايو	US	135512	39.7589	-84.1916	2026-12-21T12:54:00Z	America/New_York
city-1586357	Cẩm Phả Mines	Cam Pha	VN	135477	21.0167	107.3	2026-12-20T23:23:00Z	Asia/Ho_Chi_Minh
city-3591415	Petapa	San Miguel Petapa	GT	135447	14.5019	-90.562	2026-12-21T12:22:00Z	America/Guatemala
city-1264111	Māler Kotla		IN	135424	30.5309	75.8795	2026-12-21T01:49:00Z	Asia/Kolkata
city-2346615	Buguma	Bugama	NG	135404	4.7361	6.8624	2026-12-21T05:35:00Z	Africa/Lagos
city-3471758	Araras	Арарас|阿拉拉斯	BR	135331	-22.3569	-47.3842	2026-12-21T08:22:00Z	America/Sao_Paulo
city-1299154	Pyay	Pye|Prome|Проме	MM	135308	18.82	95.2156	2026-12-21T00:07:00Z	Asia/Yangon
city-1795055	Shiqiao	Shih-ch’iao-chen	CN	135308	22.9464	113.3577	2026-12-20T23:03:00Z	Asia/Shanghai
city-368277	Rabak	ربك	SD	135281	13.1809	32.74	2026-12-21T04:06:00Z	Africa/Khartoum
city-1566559	Tây Ninh	西寧市|Тэйнинь|タイニン	VN	135254	11.31	106.0983	2026-12-20T23:09:00Z	Asia/Ho_Chi_Minh
city-267008	Tyre	Şūr|Tyr|Tyros|Tiro|Tyrus|Тир|泰爾|ティルス	LB	135204	33.2733	35.1939	2026-12-21T04:39:00Z	Asia/Beirut
city-613607	Kutaisi	ქუთაისი|Кутаиси|Koutaïssi|Kutaissi|Koetaisi|クタイシ	GE	135201	42.2679	42.6946	2026-12-21T04:35:00Z	Asia/Tbilisi
city-1255927	Siwān	Сиван	IN	135066	26.221	84.3561	2026-12-21T01:05:00Z	Asia/Kolkata
city-3675707	Madrid	Мадрид	CO	135000	4.7325	-74.2642	2026-12-21T11:00:00Z	America/Bogota
city-1730713	Angono		PH	134975	14.5266	121.1536	2026-12-20T22:15:00Z	Asia/Manila
city-3687230	Cartago		CO	134972	4.7464	-75.9117	2026-12-21T11:06:00Z	America/Bogota
city-1325211	Hinthada	Chinthanta|Henzada|Hintada|Хинтада|حینتھادا|興實達	MM	134947	17.6494	95.457	2026-12-21T00:04:00Z	Asia/Yangon
city-3728474	Cap-Haïtien	Kap Ayisyen|Cabo Haitiano|Кап-Аитьене|海地角|カパイシャン	HT	134815	19.7594	-72.1981	2026-12-21T11:19:00Z	America/Port-au-Prince
city-1649593	Baturaja	Batoeradja|Batoerradja|Batu Radia	ID	134759	-4.1289	104.1669	2026-12-20T22:50:00Z	Asia/Jakarta
city-1861602	Inazawa	稲沢市|Инадзава|稻澤市	JP	134751	35.25	136.7833	2026-12-20T21:57:00Z	Asia/Tokyo
city-1699296	Rodriguez	Родригес|罗德里格斯	PH	134432	14.7601	121.1999	2026-12-20T22:15:00Z	Asia/Manila
city-124085	Mīāndoāb	Mīāndowāb|Миандоаб	IR	134425	36.9667	46.1096	2026-12-21T04:05:00Z	Asia/Tehran
city-2491191	Laghouat	الأغواط|Al-Aghwat|Laguatas|Лагуат|艾格瓦特	DZ	134372	33.8	2.8651	2026-12-21T06:49:00Z	Africa/Algiers
city-522377	Nevinnomyssk	Невинномысск|Newinnomyssk|Niewinnomyssk|Nevinomyskas|Nevinnomîssk|涅溫諾梅斯克|نافينوميسك	RU	134345	44.6333	41.9444	2026-12-21T04:46:00Z	Europe/Moscow
city-1689056	San Mateo		PH	134327	14.6982	121.1236	2026-12-20T22:16:00Z	Asia/Manila
city-347634	Ţahţā	طهطا|Тахта	EG	134314	26.7687	31.502	2026-12-21T04:38:00Z	Africa/Cairo
city-1689286	San Juan	San Juan City	PH	134312	14.6	121.0333	2026-12-20T22:16:00Z	Asia/Manila
city-667268	Sibiu	Nagyszeben|Hermannstadt|Sybin|Сибиу|錫比烏|سيبيو	RO	134309	45.8	24.15	2026-12-21T06:01:00Z	Europe/Bucharest
city-4276614	Olathe	Олейт|奧拉西|أولاث	US	134305	38.8814	-94.8191	2026-12-21T13:34:00Z	America/Chicago
city-2338269	Ikirun		NG	134240	7.9128	4.6674	2026-12-21T05:49:00Z	Africa/Lagos
city-3836846	San Nicolás de los Arroyos	San Nicolás|San Nikolas de los Arojosas|圣尼古拉斯|سان نيكولاس دي لوس آرويوس	AR	134217	-33.3342	-60.2108	2026-12-21T08:48:00Z	America/Argentina/Buenos_Aires
city-3722286	Léogâne	Leyogàn|Леоган|萊奧甘|レオガン	HT	134190	18.5111	-72.6334	2026-12-21T11:18:00Z	America/Port-au-Prince
city-1651887	Adiwerna	Adiwerno	ID	134188	-6.9375	109.1325	2026-12-20T22:25:00Z	Asia/Jakarta
city-3403697	Cametá		BR	134184	-2.2444	-49.4958	2026-12-21T09:08:00Z	America/Belem
city-2353099	Abakaliki	阿巴卡利基	NG	134102	6.3248	8.1137	2026-12-21T05:33:00Z	Africa/Lagos
city-3384987	Vitória de Santo Antão	Витория-де-Санту-Антан	BR	134084	-8.1181	-35.2914	2026-12-21T08:01:00Z	America/Recife
city-5014051	Warren	Уоррен|沃伦|وارين	US	134056	42.4904	-83.013	2026-12-21T12:58:00Z	America/Detroit
city-318253	Cizre	Джизре	TR	134041	37.3302	42.1848	2026-12-21T04:21:00Z	Europe/Istanbul
city-1277264	Bānkura	Банкура	IN	133966	23.2324	87.0716	2026-12-21T00:48:00Z	Asia/Kolkata
city-745169	İnegol	Inegeul|Inegoel	TR	133959	40.0781	29.5133	2026-12-21T05:20:00Z	Europe/Istanbul
city-2130404	Ebetsu	江別市|Эбецу|إبيتسو	JP	133953	43.1081	141.5506	2026-12-20T22:02:00Z	Asia/Tokyo
city-2292852	Anyama	Аньяме	CI	133905	5.4946	-4.0518	2026-12-21T06:20:00Z	Africa/Abidjan
city-1805962	Jiawang	Chia-chia-wang|Chia-wang|Kuwang	CN	133861	34.4328	117.4419	2026-12-20T23:12:00Z	Asia/Shanghai
city-1626932	Singaraja	Сингараджа|シガラジャ	ID	133784	-8.112	115.0882	2026-12-20T21:59:00Z	Asia/Makassar
city-1260173	Pātan	Патан	IN	133737	23.8507	72.1296	2026-12-21T01:49:00Z	Asia/Kolkata
city-2805615	Würzburg	Wurtzbourg|Wurzburgo|Wurtzburgo|Viurcburgas|Вюрцбург|维尔茨堡|فورتسبورغ	DE	133731	49.7939	9.9512	2026-12-21T07:15:00Z	Europe/Berlin
city-630376	Barysaw	Барысаў|Борисов|Borisov	BY	133700	54.2279	28.505	2026-12-21T06:24:00Z	Europe/Minsk
city-1582886	Đồng Hới	Dong Hoi|同海市|Донгхой	VN	133672	17.4688	106.6223	2026-12-20T23:19:00Z	Asia/Bangkok
city-963230	Randfontein	Рандфонтейн|蘭德方坦	ZA	133654	-26.1844	27.702	2026-12-21T03:14:00Z	Africa/Johannesburg
city-510808	Pervouralsk	Первоуральск|Pervouralszk|第一烏拉爾斯克|بيرفورالسك	RU	133600	56.9053	59.9436	2026-12-21T04:36:00Z	Asia/Yekaterinburg
city-1270996	Gondā City	Гонда	IN	133583	27.1318	81.9533	2026-12-21T01:17:00Z	Asia/Kolkata
city-290247	Madīnat Ḩamad	مَدِينَة حَمَد	BH	133550	26.1153	50.5069	2026-12-21T03:21:00Z	Asia/Bahrain
city-1854162	Ōme	青梅市|Oume|Оме|أومه	JP	133535	35.7839	139.2431	2026-12-20T21:49:00Z	Asia/Tokyo
city-3654215	Milagro	San Francisco de Milagro|Milagras|米拉格羅	EC	133508	-2.134	-79.5934	2026-12-21T11:09:00Z	America/Guayaquil
city-3460005	Jaú	Жау|雅乌	BR	133497	-22.2964	-48.5578	2026-12-21T08:27:00Z	America/Sao_Paulo
city-5441492	Thornton	Торнтон|桑頓|ثورنتون	US	133451	39.868	-104.9719	2026-12-21T14:18:00Z	America/Denver
city-3868707	Valdivia	Valdivija|Вальдивия|瓦尔迪维亚|バルディビア	CL	133419	-39.8142	-73.2459	2026-12-21T09:21:00Z	America/Santiago
city-1513064	Olmaliq	Алмалык|Олмалиқ|Ałmałyk|Almalık|Almalykas|阿尔马雷克	UZ	133400	40.8447	69.5983	2026-12-21T02:42:00Z	Asia/Tashkent
city-2326899	Okrika		NG	133271	4.7421	7.0837	2026-12-21T05:34:00Z	Africa/Lagos
city-3450269	Santa Cruz do Sul	Санта-Крус-ду-Сул|南圣克鲁斯	BR	133230	-29.7175	-52.4258	2026-12-21T08:26:00Z	America/Sao_Paulo
city-2646914	High Wycombe	Хай-Уиком|海威科姆|ハイ・ウィカム	GB	133204	51.6291	-0.7493	2026-12-21T08:07:00Z	Europe/London
city-4679195	Carrollton	Karoltonas|Карролтон|卡羅爾頓|كارولتون	US	133168	32.9537	-96.8903	2026-12-21T13:26:00Z	America/Chicago
city-1683881	Talisay	Talisay City|タリサイ	PH	133148	10.2447	123.8494	2026-12-20T21:57:00Z	Asia/Manila
city-2457163	Gao	Гао|加奥|جاو	ML	133110	16.2717	-0.0447	2026-12-21T06:23:00Z	Africa/Bamako
city-1272805	Dhaulpur	Dholpur	IN	133075	26.6929	77.8797	2026-12-21T01:32:00Z	Asia/Kolkata
city-149581	Tarime		TZ	133043	-1.35	34.3667	2026-12-21T03:34:00Z	Africa/Dar_es_Salaam
city-6074377	Milton	Милтон|米尔顿|ميلتون	CA	132979	43.5168	-79.8829	2026-12-21T12:49:00Z	America/Toronto
city-2486690	M'Sila	المسيلة	DZ	132975	35.7089	4.5372	2026-12-21T06:48:00Z	Africa/Algiers
city-2111684	Narita	成田市|Нарита|ناريتا	JP	132906	35.7833	140.3167	2026-12-20T21:45:00Z	Asia/Tokyo
city-2400555	Franceville	Fransvilis|Франсвиль|弗朗斯维尔|فرانسفيل	GA	132895	-1.6333	13.5836	2026-12-21T04:57:00Z	Africa/Libreville
city-1798473	Puqi	P'u-ch'i|P'u-ch'i-hsien|Puchihhsien	CN	132891	29.7167	113.8833	2026-12-20T23:15:00Z	Asia/Shanghai
city-1850034	Tondabayashichō	富田林市|Tondabayashi	JP	132873	34.5007	135.6021	2026-12-20T22:00:00Z	Asia/Tokyo
city-1853008	Sandachō	三田町|Санда	JP	132858	34.8844	135.2269	2026-12-20T22:02:00Z	Asia/Tokyo
city-1270990	Gondiā	गोंदिया जिला|গোনদিয়া|Gondiya|Гондия	IN	132813	21.4603	80.192	2026-12-21T01:12:00Z	Asia/Kolkata
city-2191562	Dunedin	Ōtepoti|但尼丁	NZ	132800	-45.8742	170.5036	2026-12-20T16:44:00Z	Pacific/Auckland
city-548114	Kislovodsk	Кисловодск|Kislowodsk|Kisłowodzk|Kislovodskas|基兹洛沃茨克|كيسلوفودسك	RU	132771	43.9133	42.7208	2026-12-21T04:40:00Z	Europe/Moscow
city-2787149	Schaerbeek	Schaarbeek|Схарбек|斯哈尔贝克|スカールベーク	BE	132761	50.8693	4.3774	2026-12-21T07:42:00Z	Europe/Brussels
city-2753801	Hoofddorp		NL	132734	52.3025	4.6889	2026-12-21T07:48:00Z	Europe/Amsterdam
city-3633444	Machiques		VE	132734	10.0608	-72.5521	2026-12-21T11:02:00Z	America/Caracas
city-1260728	Palakkad	पालक्काड़|পালক্কাদ|Палгхат	IN	132728	10.7732	76.6537	2026-12-21T01:06:00Z	Asia/Kolkata
city-300808	Silifke	Силифке|錫利夫凱|سيليفكى	TR	132665	36.3778	33.9344	2026-12-21T04:52:00Z	Europe/Istanbul
city-4574324	Charleston	Чарлстон|查尔斯顿|تشارلستون	US	132609	32.7763	-79.9327	2026-12-21T12:18:00Z	America/New_York
city-6049429	Langley	Ciudad de Langley|蘭里市|لانغلي، كولومبيا البريطانية|ラングリー	CA	132603	49.1011	-122.6588	2026-12-21T16:02:00Z	America/Vancouver
city-5526337	Midland	Мидленд|米德蘭|مدلاند	US	132524	31.9974	-102.0779	2026-12-21T13:45:00Z	America/Chicago
city-1864105	Fujinomiya	富士宮市|Fudžinomija|Фудзиномия|فوجينوميا	JP	132507	35.2167	138.6167	2026-12-20T21:50:00Z	Asia/Tokyo
city-2775220	Innsbruck	Insbrukas|Инсбрук|因斯布鲁克|إنسبروك	AT	132493	47.2627	11.3945	2026-12-21T06:58:00Z	Europe/Vienna
city-5992500	Kingston	Kingstonas|Кингстон|金斯顿|كينغستون	CA	132485	44.2298	-76.481	2026-12-21T12:38:00Z	America/Toronto
city-1791272	Wugang	武冈	CN	132457	26.7279	110.632	2026-12-20T23:21:00Z	Asia/Shanghai
city-2648404	Gloucester	Caerloyw|Glosteris|Глостер|格洛斯特|غلوستر	GB	132416	51.8657	-2.2431	2026-12-21T08:14:00Z	Europe/London
city-4739526	Waco	Вако|韋科|واكو	US	132356	31.5493	-97.1467	2026-12-21T13:24:00Z	America/Chicago
city-3564436	Cerro		CU	132351	23.1079	-82.3836	2026-12-21T12:06:00Z	America/Havana
city-1848004	Zama	座間|Зама|座間市	JP	132325	35.4879	139.391	2026-12-20T21:47:00Z	Asia/Tokyo
city-1636308	Manokwari	Manokvaris|Маноквари|曼諾瓦里|مانوكواري	ID	132300	-0.8629	134.064	2026-12-20T20:56:00Z	Asia/Jayapura
city-566199	Dimitrovgrad	Димитровград|Мәләкәс|Dimitrowgrad|Dimitrovgradas|季米特洛夫格勒	RU	132226	54.2139	49.6184	2026-12-21T05:00:00Z	Europe/Ulyanovsk
city-2033225	Zhalantun	兴华街道|Чжаланьтунь	CN	132224	48.0095	122.7365	2026-12-20T23:36:00Z	Asia/Shanghai
city-1276393	Bettiah	बेतिया|বেত্তিয়া|Беттиах	IN	132209	26.8023	84.5031	2026-12-21T01:06:00Z	Asia/Kolkata
city-4005937	San Pedro Garza García	Garza Garcia|San Pedro	MX	132128	25.6616	-100.4034	2026-12-21T13:24:00Z	America/Monterrey
city-3448031	Sapucaia do Sul	Sapucaia|Сапукая	BR	132107	-29.8178	-51.1455	2026-12-21T08:21:00Z	America/Sao_Paulo
city-333373	Kombolcha	Kembolcha|Комбольча	ET	132100	11.0816	39.7434	2026-12-21T03:35:00Z	Africa/Addis_Ababa
city-1699054	Muricay		PH	132094	7.8275	123.4782	2026-12-20T21:54:00Z	Asia/Manila
city-5011148	Sterling Heights	Стерлинг-Хайтс|斯特靈海茨|ستيرلينغ هايتس	US	132052	42.5803	-83.0302	2026-12-21T12:59:00Z	America/Detroit
city-1150515	Surat Thani	เทศบาลนครสุราษฎร์ธานี|Szuratthani|Surathanis|Сураттхани|素叻他尼	TH	132040	9.1401	99.3331	2026-12-20T23:33:00Z	Asia/Bangkok
city-2923544	Fürth	Fiurtas|Фюрт|菲尔特|فورت	DE	132036	49.4759	10.9886	2026-12-21T07:09:00Z	Europe/Berlin
city-3177090	Ferrara	Ferrare|Феррара	IT	132009	44.838	11.6206	2026-12-21T06:48:00Z	Europe/Rome
city-12166273	Quận Đức Thịnh	GJuc Thinh Sa GJec|Đức Thịnh Sa Đéc	VN	132000	10.3099	105.7386	2026-12-20T23:09:00Z	Asia/Ho_Chi_Minh
city-3433424	Isidro Casanova	Isidro Kazanova|Isidro-Kasanova|Isıdro Casanova|Ісідро-Касанова|إيسيدرو كاسانوفا|伊西德羅卡薩諾瓦	AR	131981	-34.7	-58.5874	2026-12-21T08:38:00Z	America/Argentina/Buenos_Aires
city-1854083	Ōmuta	大牟田市|Омута|أوموتا	JP	131974	33.0333	130.45	2026-12-20T22:17:00Z	Asia/Tokyo
city-1811028	Fuji	福集	CN	131927	29.1482	105.3739	2026-12-20T23:48:00Z	Asia/Shanghai
city-1260637	Palwal	পালওয়াল|पलवल|Палвал	IN	131926	28.1447	77.3255	2026-12-21T01:38:00Z	Asia/Kolkata
city-776029	Bielany	Beljani|Beljany|Belyani|Беляни|بیلانه|别拉内区	PL	131910	52.2924	20.9353	2026-12-21T06:43:00Z	Europe/Warsaw
city-1813344	Dawukou	Shih-tsui-shan|Shizuishan|Ta-wei-k'ou	CN	131880	39.0419	106.3958	2026-12-21T00:09:00Z	Asia/Shanghai
city-1722930	Bulaon	Bulaun	PH	131818	15.0826	120.6629	2026-12-20T22:18:00Z	Asia/Manila
city-89113	Ajdabiya	شعبية إجدابيا|Adschdabiya|Ajdabiyah|Adżdabija|Adžedábíja|Adzsdábija|Адждабия|艾季达比耶	LY	131773	30.7554	20.2263	2026-12-21T05:32:00Z	Africa/Tripoli
city-2113164	Abiko	我孫子市	JP	131771	35.8667	140.0167	2026-12-20T21:46:00Z	Asia/Tokyo
city-1860871	Kadoma	門真市|Кадоме|كادوما، أوساكا	JP	131727	34.7381	135.5744	2026-12-20T22:01:00Z	Asia/Tokyo
city-1801401	Majie	马街	CN	131696	25.0319	102.638	2026-12-20T23:50:00Z	Asia/Shanghai
city-1182815	Bhakkar		PK	131658	31.6269	71.0647	2026-12-21T02:11:00Z	Asia/Karachi
city-128447	Kāshmar	Khashmar|Soultanabad|Torshiz|کاشمر	IR	131517	35.2383	58.4656	2026-12-21T03:11:00Z	Asia/Tehran
city-2492913	Jijel	جيجل|Dżidżili|Džidželis|Джиджель|吉杰勒	DZ	131513	36.821	5.7635	2026-12-21T06:46:00Z	Africa/Algiers
city-1636022	Martapura	Martapoera	ID	131449	-3.4109	114.8642	2026-12-20T22:09:00Z	Asia/Makassar
city-2968254	Villeurbanne	Vilerbanas|Вийёрбан|维勒班|فيلوربان	FR	131445	45.766	4.8795	2026-12-21T07:18:00Z	Europe/Paris
city-2229411	Limbe	Лимбе|林贝|リンベ	CM	131381	4.0236	9.2061	2026-12-21T05:24:00Z	Africa/Douala
city-1258470	Rānīganj	Ранигандже	IN	131261	23.6164	87.1306	2026-12-21T00:49:00Z	Asia/Kolkata
city-1808336	Hepo	Ho-p’o|Хэпо	CN	131238	23.4308	115.8299	2026-12-20T22:54:00Z	Asia/Shanghai
city-1160939	Iranshahr	Qal‘eh-ye Nāşerī	IR	131232	27.2024	60.6848	2026-12-21T02:42:00Z	Asia/Tehran
city-1853992	Onomichi	尾道市|Onomiči|Ономити|أونومیتشي	JP	131170	34.4167	133.2	2026-12-20T22:09:00Z	Asia/Tokyo
city-3397909	Itapipoca	Итапипока	BR	131123	-3.4944	-39.5786	2026-12-21T08:26:00Z	America/Fortaleza
city-3401545	Crato	Крату|克拉图	BR	131050	-7.2342	-39.4094	2026-12-21T08:19:00Z	America/Fortaleza
city-4685907	Denton	Dentonas|Дентон|登頓|دينتون	US	131044	33.2148	-97.1331	2026-12-21T13:28:00Z	America/Chicago
city-1259686	Pīlibhīt	Пилибхит	IN	131008	28.6312	79.8044	2026-12-21T01:29:00Z	Asia/Kolkata
city-2035002	Shangzhi	尚志	CN	131006	45.2056	128.0024	2026-12-20T23:04:00Z	Asia/Shanghai
city-1314759	Lashio	လားရှိုးမြို့|Lašijas|Лаша|臘戌	MM	131000	22.9359	97.7498	2026-12-21T00:05:00Z	Asia/Yangon
city-518557	Novomoskovsk	Новомосковск|Яңа Мәскәү|Nowomoskowsk|Novomoskovskas|新莫斯科斯克	RU	130982	54.011	38.2908	2026-12-21T05:44:00Z	Europe/Moscow
city-1857568	Matsubara	松原	JP	130855	34.5667	135.55	2026-12-20T22:00:00Z	Asia/Tokyo
city-2293549	Abengourou	Абенгуру|阿本古鲁|아방구루	CI	130810	6.7297	-3.4964	2026-12-21T06:20:00Z	Africa/Abidjan
city-174018	Al Bāb	Al Balo|Bab|El Bab|الباب	SY	130745	36.3705	37.5157	2026-12-21T04:37:00Z	Asia/Damascus
city-2034834	Shuangcheng	双城	CN	130710	45.3798	126.3071	2026-12-20T23:11:00Z	Asia/Shanghai
city-2649808	Exeter	Caerwysg|Ekseteris|Эксетер|埃克塞特|إكزتر	GB	130709	50.7236	-3.5275	2026-12-21T08:13:00Z	Europe/London
city-2300379	Ho	Но|Хо|ホ	GH	130701	6.6008	0.4713	2026-12-21T06:04:00Z	Africa/Accra
city-1169278	Narowal		PK	130692	32.102	74.873	2026-12-21T01:57:00Z	Asia/Karachi
city-1576303	Lào Cai	老街市|Laos|Laokajus|Лаокай|ラオカイ	VN	130671	22.4856	103.9707	2026-12-20T23:39:00Z	Asia/Bangkok
city-2219701	Al Ajaylat	العجيلات	LY	130546	32.7572	12.3763	2026-12-21T06:09:00Z	Africa/Tripoli
city-1605239	Udon Thani	อุดรธานี|Udonthanis|Удонтхани|乌隆他尼	TH	130531	17.4157	102.7859	2026-12-20T23:34:00Z	Asia/Bangkok
city-1258916	Rajapalayam	Rajapalaiyam	IN	130442	9.453	77.5533	2026-12-21T01:00:00Z	Asia/Kolkata
city-3665542	Zipaquirá	Сипакира|錫帕基拉|시파키라	CO	130432	5.0221	-74.0048	2026-12-21T10:59:00Z	America/Bogota
city-4850751	Cedar Rapids	Сидар-Рапидс|錫達拉皮茲|سيدار رابيدز	US	130405	42.0083	-91.6441	2026-12-21T13:31:00Z	America/Chicago
city-1791056	Dongyang	东阳	CN	130387	29.2678	120.2253	2026-12-20T22:49:00Z	Asia/Shanghai
city-1275218	Botad		IN	130327	22.1692	71.6667	2026-12-21T01:48:00Z	Asia/Kolkata
city-282615	Nablus	نابلس|Naplouse|Siquem|Sichem|Sychem|Náblusz|Наблус|納布盧斯	PS	130326	32.2211	35.2544	2026-12-21T04:36:00Z	Asia/Hebron
city-4839366	New Haven	Нью-Хейвен|纽哈芬市|نيو هيفن	US	130322	41.3081	-72.9282	2026-12-21T12:14:00Z	America/New_York
city-1805935	Jiazi	甲子	CN	130298	22.8793	116.0732	2026-12-20T22:52:00Z	Asia/Shanghai
city-2231506	Foumban	Фумбан|豐班	CM	130287	5.7266	10.8986	2026-12-21T05:21:00Z	Africa/Douala
city-5388881	Roseville	Розвелл|羅斯維爾|روزفيل	US	130269	38.7521	-121.288	2026-12-21T15:20:00Z	America/Los_Angeles
city-3874096	Quilpué	Кильпуэ|基爾普埃|キルプエ	CL	130263	-33.0475	-71.4425	2026-12-21T09:34:00Z	America/Santiago
city-2455558	Kati	Katis|Кати|卡蒂|كاتي	ML	130254	12.7441	-8.0726	2026-12-21T06:49:00Z	Africa/Bamako
city-2652618	Colchester	Kolčesteris|Колчестер|科尔切斯特|كولشيستر	GB	130245	51.8892	0.9042	2026-12-21T08:01:00Z	Europe/London
city-602150	Umeå	Ubmi|Uumaja|Umeo|Умео|于默奧|أوميو	SE	130224	63.8284	20.2597	2026-12-21T08:28:00Z	Europe/Stockholm
city-1181611	Chaman	چمن|Çaman|Čamanas|Чаман|チャマン	PK	130139	30.9177	66.4526	2026-12-21T02:28:00Z	Asia/Karachi
city-3471910	Apucarana		BR	130134	-23.5508	-51.4608	2026-12-21T08:36:00Z	America/Sao_Paulo
city-367644	Sennar	Sannar	SD	130122	13.5691	33.5672	2026-12-21T04:04:00Z	Africa/Khartoum
city-3617723	Masaya	Masaja|Масая|馬薩亞|マサヤ	NI	130113	11.9732	-86.0959	2026-12-21T12:00:00Z	America/Managua
city-5406567	Visalia	Висейлия|維塞利亞|فيساليا	US	130104	36.3302	-119.2921	2026-12-21T15:05:00Z	America/Los_Angeles
city-1169372	Nankana Sahib	Nan'kana Sachib|Nanakana Sahib|Nankana Municipality|Нанкана-Сахиб|نانكانا صاحب|南卡納薩希布	PK	130041	31.4501	73.7065	2026-12-21T02:00:00Z	Asia/Karachi
city-1187530	Sonārgaon	Сонаргаон	BD	130000	23.65	90.6167	2026-12-21T00:35:00Z	Asia/Dhaka
city-2635608	Tottenham	Totenamas|Тоттенем|托特納姆|توتنهام	GB	130000	51.6037	-0.0679	2026-12-21T08:04:00Z	Europe/London
city-3082914	Tychy	Tychos|Тыхы|蒂黑|ティヒ	PL	130000	50.1372	18.9664	2026-12-21T06:40:00Z	Europe/Warsaw
city-3351500	Caála	Каале	AO	130000	-12.8525	15.5606	2026-12-21T04:29:00Z	Africa/Luanda
city-12157008	San Martin		PE	130000	-5.1859	-80.6693	2026-12-21T11:08:00Z	America/Lima
city-1791325	Wuda	Bayinsai|Ud|Wu-ta|乌达	CN	129922	39.4994	106.7117	2026-12-21T00:10:00Z	Asia/Shanghai
city-5913695	Cambridge	Кеймбридж|剑桥|كامبريدج	CA	129920	43.3601	-80.3127	2026-12-21T12:50:00Z	America/Toronto
city-304797	Mardin	Mêrdîn|Мардин|馬爾丁|ماردين	TR	129864	37.3131	40.7436	2026-12-21T04:27:00Z	Europe/Istanbul
city-2743477	Zwolle	Swol|Zvolė|Зволле|兹沃勒|زفوله	NL	129840	52.5125	6.0944	2026-12-21T07:44:00Z	Europe/Amsterdam
city-64536	Baidoa	Baydhabo|بيدوا|Байдоа|拜多亞	SO	129839	3.1138	43.6498	2026-12-21T03:05:00Z	Africa/Mogadishu
city-2638671	Salford	Salfordas|Солфорд|索爾福德|سالفورد	GB	129794	53.4877	-2.2904	2026-12-21T08:23:00Z	Europe/London
city-1171123	Mandi Bahauddin	Bahauddin	PK	129733	32.587	73.4912	2026-12-21T02:04:00Z	Asia/Karachi
city-738743	Tokat	Tokat Province|Provincia de Tokat|Tokatská provincie|Tokatas|Токат|托卡特|توقات	TR	129702	40.3139	36.5544	2026-12-21T04:53:00Z	Europe/Istanbul
city-1571644	Ô Môn	Phong Phu	VN	129683	10.1097	105.6232	2026-12-20T23:09:00Z	Asia/Ho_Chi_Minh
city-1713226	Gapan	Capan	PH	129610	15.3072	120.9464	2026-12-20T22:17:00Z	Asia/Manila
city-1273193	Deoria	देवरिया|دیوریا، اترپردیش|Деория	IN	129570	26.5017	83.7794	2026-12-21T01:08:00Z	Asia/Kolkata
city-1725863	Bayambang	Bayembang	PH	129506	15.8127	120.4557	2026-12-20T22:20:00Z	Asia/Manila
city-1170425	Mianwali		PK	129500	32.5776	71.5285	2026-12-21T02:11:00Z	Asia/Karachi
city-4151909	Coral Springs	Koral Springsas|Корал-Спрингс|科勒爾斯普林斯|كورال سبرنغز	US	129485	26.2712	-80.2706	2026-12-21T12:04:00Z	America/New_York
city-6146143	Sherbrooke	Šerbrukas|Шербрук|舍布魯克|شيربروك	CA	129447	45.4001	-71.8991	2026-12-21T12:24:00Z	America/Toronto
city-89055	Al Bayḑā’	البيضاء	LY	129439	32.7627	21.7551	2026-12-21T05:31:00Z	Africa/Tripoli
city-3183539	Acilia-Castel Fusano-Ostia Antica		IT	129362	41.7634	12.3308	2026-12-21T06:34:00Z	Europe/Rome
city-5402405	Thousand Oaks	Таузенд-Оукс|千橡市|ثوسند أوكس	US	129339	34.1706	-118.8376	2026-12-21T14:57:00Z	America/Los_Angeles
city-4381982	Columbia	Колумбия|哥倫比亞|كولومبيا	US	129330	38.9517	-92.3341	2026-12-21T13:24:00Z	America/Chicago
city-3052009	Győr	Raab|Dėras|Jura|Дьёр|杰尔|ジェール	HU	129301	47.6833	17.6351	2026-12-21T06:35:00Z	Europe/Budapest
city-3893656	Copiapó	Kopjapo|Копьяпо|科皮亞波|كوبيابو	CL	129280	-27.3674	-70.3322	2026-12-21T09:43:00Z	America/Santiago
city-3445162	Vespasiano		BR	129246	-19.6919	-43.9233	2026-12-21T08:14:00Z	America/Sao_Paulo
city-1858964	Kokubunji	国分寺市|Kokubundžis|Кокубундзи|國分寺市	JP	129242	35.7022	139.4756	2026-12-20T21:48:00Z	Asia/Tokyo
city-3671116	Quibdó	Kibdo|Кибдо|基布多|كيبدو	CO	129237	5.6919	-76.6583	2026-12-21T11:11:00Z	America/Bogota
city-2548526	Guelmim	كلميم|Kulmim|Gelmimas|Гулимин|蓋勒敏	MA	129200	28.987	-10.0574	2026-12-21T07:29:00Z	Africa/Casablanca
city-3645854	Charallave		VE	129182	10.2425	-66.8572	2026-12-21T10:40:00Z	America/Caracas
city-115770	Shahr-e Kord	شهر كرد|Шахре-Корд	IR	129153	32.3261	50.8572	2026-12-21T03:34:00Z	Asia/Tehran
city-3675595	Malambo		CO	129148	10.8595	-74.7739	2026-12-21T11:12:00Z	America/Bogota
city-3446692	Tatuí	Татуи|塔图伊	BR	129130	-23.3556	-47.8569	2026-12-21T08:22:00Z	America/Sao_Paulo
city-1861212	Iwakuni	岩国市|Ивакуни|岩國市	JP	129125	34.163	132.22	2026-12-20T22:13:00Z	Asia/Tokyo
city-1804208	Leiyang	耒阳	CN	129116	26.4024	112.8591	2026-12-20T23:12:00Z	Asia/Shanghai
city-776103	Białołeka		PL	129106	52.3213	20.972	2026-12-21T06:43:00Z	Europe/Warsaw
city-1721168	Cadiz	Cadiz Viejo	PH	129053	10.9465	123.288	2026-12-20T22:00:00Z	Asia/Manila
city-2387495	Carnot	Karno|Карно|كارنو	CF	129032	4.9427	15.8773	2026-12-21T04:59:00Z	Africa/Bangui
city-295548	Bat Yam	בת ים|بات يام|Bat Jam|Bat Jamas|Бат-Ям	IL	129012	32.0238	34.7518	2026-12-21T04:37:00Z	Asia/Jerusalem
city-3979844	Zacatecas	Zacatecas City|Sakatekas|Сакатекас|萨卡特卡斯|サカテカス	MX	129011	22.7684	-102.5814	2026-12-21T13:26:00Z	America/Mexico_City
city-5097598	Elizabeth	Elizabetas|Элизабет|伊麗莎白|إليزابيث	US	129007	40.664	-74.2107	2026-12-21T12:17:00Z	America/New_York
city-1180374	Daur		PK	128958	26.4553	68.3183	2026-12-21T02:10:00Z	Asia/Karachi
city-321082	Bingöl	Бингол	TR	128935	38.8847	40.4939	2026-12-21T04:33:00Z	Europe/Istanbul
city-1185111	Sātkhira	Shatkhira	BD	128918	22.7082	89.0718	2026-12-21T00:39:00Z	Asia/Dhaka
city-1632276	Parung	Paroeng	ID	128905	-6.4214	106.7331	2026-12-20T22:36:00Z	Asia/Jakarta
city-3630932	Palo Negro		VE	128875	10.1739	-67.5419	2026-12-21T10:42:00Z	America/Caracas
city-4843564	Stamford	Stamfordas|Стамфорд|斯坦福|ستامفورد	US	128874	41.0534	-73.5387	2026-12-21T12:16:00Z	America/New_York
city-169389	Idlib	إدلب|Իդլիբ|İdlip|Idlibas|Идлиб	SY	128840	35.9306	36.6339	2026-12-21T04:40:00Z	Asia/Damascus
city-2312393	Moanda	Muanda	CD	128804	-5.9275	12.3715	2026-12-21T04:54:00Z	Africa/Kinshasa
city-90708	Sīnah	سينة|Sîne	IQ	128776	36.8085	43.0393	2026-12-21T04:17:00Z	Asia/Baghdad
city-1636884	Magelang	Kota Magelang|Магеланг|馬格朗	ID	128709	-7.4706	110.2178	2026-12-20T22:20:00Z	Asia/Jakarta
city-5339111	Concord	Конкорд|康科德|كونكورد	US	128667	37.978	-122.0311	2026-12-21T15:20:00Z	America/Los_Angeles
city-2267095	Leiria	Лейрия|Λεϊρία	PT	128640	39.7436	-8.8071	2026-12-21T07:53:00Z	Europe/Lisbon
city-3931276	Puno	Punas|Пуно|普诺|プーノ	PE	128637	-15.84	-70.022	2026-12-21T10:06:00Z	America/Lima
city-553287	Kamyshin	Камышин|Kamychine|Kamyschin|Kamyšin|Kamyszyn|Kamysjin|卡梅申|كاميشين	RU	128626	50.0885	45.4128	2026-12-21T04:54:00Z	Europe/Volgograd
city-354775	Kafr ad Dawwār	كفر الدوار	EG	128539	31.1338	30.1297	2026-12-21T04:54:00Z	Africa/Cairo
city-518976	Novocheboksarsk	Новочебоксарск|Çĕнĕ Шупашкар|Nowotscheboksarsk|Novotsjeboksarsk|Novotšeboksarsk|Novočeboksarsk|ノヴォチェボクサルスク|노보체복사르스크	RU	128468	56.111	47.4776	2026-12-21T05:20:00Z	Europe/Moscow
city-3033123	Besançon	Besanzón|Besanzone|Vesanção|Bezanson|Bezansonas|Безансон|贝桑松|بيزنسون	FR	128426	47.2488	6.0182	2026-12-21T07:20:00Z	Europe/Paris
city-229911	Lugazi	Lugazis	UG	128400	0.3679	32.9376	2026-12-21T03:43:00Z	Africa/Kampala
city-1266945	Khardah	Khardaha	IN	128346	22.7186	88.3781	2026-12-21T00:42:00Z	Asia/Kolkata
city-102527	Sakakah	Sakākā|Сакака|塞卡凱|サカーカ	SA	128332	29.9697	40.2064	2026-12-21T04:11:00Z	Asia/Riyadh
city-2544333	Khenifra	خنيفرة|Jenifra|Chunajfira|Chenifra|Хенифра|海尼夫拉	MA	128318	32.9349	-5.6617	2026-12-21T07:21:00Z	Africa/Casablanca
city-379149	Al Manāqil	El Managil|El Manaqil|Manaqil	SD	128297	14.2459	32.9891	2026-12-21T04:07:00Z	Africa/Khartoum
city-612287	Rustavi	რუსთავი|Рустави|Roustavi|Rustawi|Rustavis	GE	128249	41.5627	44.9787	2026-12-21T04:23:00Z	Asia/Tbilisi
city-3547867	Manzanillo	Mansaniljas|Мансанильо|曼薩尼約|만사니요	CU	128188	20.3424	-77.1193	2026-12-21T11:39:00Z	America/Havana
city-1252770	Yavatmāl	Yeotmal	IN	128175	20.3932	78.132	2026-12-21T01:18:00Z	Asia/Kolkata
city-1270484	Hālīsahar	Halishahar	IN	128172	22.9322	88.4186	2026-12-21T00:42:00Z	Asia/Kolkata
city-496527	Serpukhov	Серпухов|Serpuchow|Sierpuchow|Serpoechov|Serpuchov|Serpuhov|세르푸호프	RU	128158	54.9198	37.4162	2026-12-21T05:53:00Z	Europe/Moscow
city-3670730	Rionegro	Рионегро|里奧內格羅|Ριονέγρο	CO	128153	6.1551	-75.3737	2026-12-21T11:06:00Z	America/Bogota
city-1280037	Shache	Yəkən|Yarkand	CN	128145	38.4167	77.2406	2026-12-21T02:04:00Z	Asia/Urumqi
city-1267016	Khanna	Ханна	IN	128137	30.7055	76.222	2026-12-21T01:48:00Z	Asia/Kolkata
city-2407656	Koidu	Koidu Taunas|Koidu Town|Koidu-Sefadu|Койду-Сефаду|كواديتون سيفادو|科伊杜	SL	128030	8.6439	-10.9714	2026-12-21T06:53:00Z	Africa/Freetown
city-4543762	Norman	Норман|諾曼|ノーマン	US	128026	35.2226	-97.4395	2026-12-21T13:34:00Z	America/Chicago
city-3674292	Mosquera		CO	128012	4.7059	-74.2302	2026-12-21T10:59:00Z	America/Bogota
city-3444866	Votorantim	Voturantim	BR	127923	-23.5467	-47.4378	2026-12-21T08:20:00Z	America/Sao_Paulo
city-1586989	Buôn Hồ	Ban Ho	VN	127920	12.9523	108.2962	2026-12-20T23:04:00Z	Asia/Ho_Chi_Minh
city-2664454	Västerås	Vesterosas|Вестерос|韦斯特罗斯|فيستيروس	SE	127799	59.6162	16.5528	2026-12-21T07:52:00Z	Europe/Stockholm
city-1852663	Seto	瀬戸市|Сету|瀨戶市	JP	127792	35.2333	137.1	2026-12-20T21:56:00Z	Asia/Tokyo
city-5551123	Alhambra	Alhambra Village	US	127764	33.4984	-112.1343	2026-12-21T14:29:00Z	America/Phoenix
city-1254309	Titāgarh		IN	127751	22.7425	88.3733	2026-12-21T00:42:00Z	Asia/Kolkata
city-2641674	Newcastle under Lyme		GB	127727	53.0	-2.2333	2026-12-21T08:20:00Z	Europe/London
city-3090048	Opole	Oppeln|Opolí|Ополе|奥波莱|أبولوسكي	PL	127676	50.6712	17.926	2026-12-21T06:47:00Z	Europe/Warsaw
city-3359041	Worcester	Вустер|伍斯特|ウースター	ZA	127597	-33.6465	19.4485	2026-12-21T03:28:00Z	Africa/Johannesburg
city-3099759	Elbląg	Elbing|Elbingas|Эльблонг|埃爾布隆格|البلنغ	PL	127558	54.1522	19.4088	2026-12-21T07:00:00Z	Europe/Warsaw
city-1185115	Sirajganj	সিরাজগঞ্জ|Сираджгандж	BD	127481	24.4577	89.708	2026-12-21T00:40:00Z	Asia/Dhaka
city-3459943	Jequié	Жекие|热基耶|ジェキエー	BR	127475	-13.8588	-40.0851	2026-12-21T08:10:00Z	America/Bahia
city-3088825	Płock	Plockas|Плоцк|普沃茨克|بوتسك	PL	127474	52.5468	19.7064	2026-12-21T06:50:00Z	Europe/Warsaw
city-3601311	Siguatepeque		HN	127468	14.5969	-87.831	2026-12-21T12:11:00Z	America/Tegucigalpa
city-3082707	Wałbrzych	Valbžychas|Валбжих|瓦烏布日赫|واوب جيخ	PL	127431	50.7714	16.2843	2026-12-21T06:54:00Z	Europe/Warsaw
city-584649	Yevlakh	Евлах	AZ	127400	40.6183	47.1501	2026-12-21T04:11:00Z	Asia/Baku
city-360754	Al Manzalah	المنزلة	EG	127394	31.1582	31.936	2026-12-21T04:46:00Z	Africa/Cairo
city-363885	Wau	Waw|Vau|Вау|瓦烏|واو	SS	127384	7.7011	27.9897	2026-12-21T04:16:00Z	Africa/Juba
city-4180386	Athens	Atensas|Атенс|雅典|أثينا	US	127315	33.9609	-83.3779	2026-12-21T12:35:00Z	America/New_York
city-2350249	Amaigbo	Амаигбо|امایقبو	NG	127300	5.7892	7.8383	2026-12-21T05:33:00Z	Africa/Lagos
city-1153671	Chiang Mai	เชียงใหม่|Cziang Maj|Чианг-Май|清迈	TH	127240	18.7904	98.9847	2026-12-20T23:52:00Z	Asia/Bangkok
city-2332515	Lafia	Lafia Beriberi|Lafija|Лафия|لافيا	NG	127236	8.4939	8.5153	2026-12-21T05:35:00Z	Africa/Lagos
city-1885823	Jiangyou		CN	127225	31.7667	104.7167	2026-12-20T23:57:00Z	Asia/Shanghai
city-1646698	Cikampek	Chikampek|Tjikampek	ID	127173	-6.4197	107.4558	2026-12-20T22:33:00Z	Asia/Jakarta
city-1279891	Tengyue	T’eng-ch’ung-hsien	CN	127133	24.9949	98.5128	2026-12-21T00:06:00Z	Asia/Shanghai
city-1790251	Jinfeng	Xiaogang	CN	127076	28.2385	116.6005	2026-12-20T23:01:00Z	Asia/Shanghai
city-3540667	Sancti Spíritus	Санкти-Спиритус	CU	127069	21.9343	-79.4398	2026-12-21T11:52:00Z	America/Havana
city-3117164	Mataró	Матаро|马塔罗|ماتارو، برشلونة	ES	126988	41.5421	2.4445	2026-12-21T07:13:00Z	Europe/Madrid
city-5799625	Kent	Кент|肯特|كينت	US	126952	47.3809	-122.2348	2026-12-21T15:53:00Z	America/Los_Angeles
city-1302439	Pakokku	Пакокку	MM	126938	21.3349	95.0844	2026-12-21T00:12:00Z	Asia/Yangon
city-524294	Murom	Муром|Мөрәм|Mourom|Moerom|Muromas|穆罗姆	RU	126931	55.5685	42.0239	2026-12-21T05:38:00Z	Europe/Moscow
city-3447651	Sertãozinho		BR	126887	-21.1378	-47.9903	2026-12-21T08:27:00Z	America/Sao_Paulo
city-1270216	Hāthras		IN	126882	27.5955	78.052	2026-12-21T01:34:00Z	Asia/Kolkata
city-1692520	Pulong Santa Cruz	Santa Cruz	PH	126844	14.2732	121.0764	2026-12-20T22:15:00Z	Asia/Manila
city-1639900	Klaten	Kabupaten Klaten	ID	126831	-7.7058	110.6064	2026-12-20T22:18:00Z	Asia/Jakarta
city-550478	Khasavyurt	Хасавюрт|Hasavjurt	RU	126829	43.2487	46.5857	2026-12-21T04:22:00Z	Europe/Moscow
city-522942	Neftekamsk	Нефтекамск|Нефтекама|Nieftiekamsk|Nyeftyekamszk|Neftekama|Neftekamskas|涅夫捷卡姆斯克	RU	126805	56.0888	54.2638	2026-12-21T04:53:00Z	Asia/Yekaterinburg
city-5396003	Simi Valley	Сими-Вэлли|西米谷|سيمي فالي	US	126788	34.2694	-118.7815	2026-12-21T14:57:00Z	America/Los_Angeles
city-1725804	Bayawan	Bagiavan|Bajavan|Bajavana|Байаван|باياوان|巴湾湾	PH	126744	9.3649	122.804	2026-12-20T21:59:00Z	Asia/Manila
city-1165388	Shakargarh	Shakargarr	PK	126742	32.2636	75.1601	2026-12-21T01:56:00Z	Asia/Karachi
city-1268820	Jorhat	Джорхат	IN	126736	26.7575	94.2031	2026-12-21T00:27:00Z	Asia/Kolkata
city-3634922	La Victoria	La Viktorija|拉維多利亞	VE	126721	10.2268	-67.3312	2026-12-21T10:41:00Z	America/Caracas
city-1168555	Pakpattan		PK	126706	30.3431	73.3894	2026-12-21T01:59:00Z	Asia/Karachi
city-1805543	Jingzhi	Ching-chih|Ching-chih-chen|Wei-an	CN	126703	36.31	119.3875	2026-12-20T23:10:00Z	Asia/Shanghai
city-1813812	Danshui	淡水|Даньшуем	CN	126701	22.7984	114.4672	2026-12-20T22:58:00Z	Asia/Shanghai
city-3406429	Barcarena		BR	126650	-1.5058	-48.6258	2026-12-21T09:06:00Z	America/Belem
city-2637546	Solihull	Solihalas|Солихалл|索利赫爾|سوليهل	GB	126577	52.4143	-1.7809	2026-12-21T08:15:00Z	Europe/London
city-5344994	East Los Angeles	Este de Los Ángeles|东洛杉矶|イーストロサンゼルス|이스트로스앤젤레스	US	126496	34.0239	-118.172	2026-12-21T14:54:00Z	America/Los_Angeles
city-1265157	Lalitpur	ललितपुर|லலித்பூர்|Лалитпур	IN	126475	24.6901	78.4192	2026-12-21T01:26:00Z	Asia/Kolkata
city-1642414	Jombang	Djombang|Kabupaten Jombang	ID	126465	-7.546	112.2331	2026-12-20T22:12:00Z	Asia/Jakarta
city-1039536	Maxixe	Mashishe|Masise|Машише|مازیزی ، موزامبیقوی|馬希謝	MZ	126408	-23.8597	35.3472	2026-12-21T02:48:00Z	Africa/Maputo
city-1608529	Nakhon Ratchasima	นครราชสีมา|Nakhon Ratczasima|Nakhon Ratčasima|Nakhon Ratcsaszima|Накхонратчасима|呵叻	TH	126391	14.9707	102.102	2026-12-20T23:32:00Z	Asia/Bangkok
city-3620381	Chinandega	Чинандеге	NI	126387	12.6295	-87.1313	2026-12-21T12:05:00Z	America/Managua
city-2219960	Al Jadīd	الجديد|Аль-Джадид	LY	126386	27.05	14.4	2026-12-21T05:47:00Z	Africa/Tripoli
city-3437863	Lambaré	蘭巴雷|ランバレ|람바레	PY	126377	-25.3468	-57.6065	2026-12-21T08:57:00Z	America/Asuncion
city-3445578	Valinhos	Валиньюс|瓦利尼乌斯	BR	126373	-22.9706	-46.9958	2026-12-21T08:19:00Z	America/Sao_Paulo
city-1801582	Macheng	麻城|麻城市|마청 시	CN	126366	31.1801	115.0221	2026-12-20T23:14:00Z	Asia/Shanghai
city-1861835	Iizuka	飯塚|Iidzuka|Izuka|Иидзука|飯塚市	JP	126364	33.6365	130.6868	2026-12-20T22:17:00Z	Asia/Tokyo
city-1153269	Hua Hin	อําเภอหัวหิน|フワヒン	TH	126355	12.5707	99.9588	2026-12-20T23:36:00Z	Asia/Bangkok
city-3628489	San Carlos del Zulia	Del Zulia|San Carlos	VE	126353	9.001	-71.9268	2026-12-21T10:58:00Z	America/Caracas
city-281102	Rafaḩ	رفح|Рафах|拉法市	PS	126305	31.2972	34.2436	2026-12-21T04:38:00Z	Asia/Gaza
city-1735168	Ampang	Ampang Hilir|Ampang Jaya|Empangan|安邦	MY	126285	3.15	101.7667	2026-12-20T23:12:00Z	Asia/Kuala_Lumpur
city-3407882	Altamira	Альтамира|阿爾塔米拉	BR	126279	-3.2033	-52.2064	2026-12-21T09:18:00Z	America/Santarem
city-1270670	Guntakal	गुंटकल|గుంతకల్లు|贡塔卡尔	IN	126270	15.1711	77.3624	2026-12-21T01:11:00Z	Asia/Kolkata
city-1529641	Ālā'ĕr	ئارال|Aral|Аральское	CN	126259	40.5418	81.2657	2026-12-21T01:55:00Z	Asia/Urumqi
city-5393015	Santa Clara	Santa Klara|Санта-Клара|圣克拉拉|سانتا كلارا	US	126215	37.3541	-121.9552	2026-12-21T15:18:00Z	America/Los_Angeles
city-7279595	Pithampur		IN	126200	22.602	75.6965	2026-12-21T01:33:00Z	Asia/Kolkata
city-1632197	Paseh		ID	126181	-7.068	107.794	2026-12-20T22:31:00Z	Asia/Jakarta
city-1262710	Mothīhāri	मोतिहारी	IN	126158	26.6486	84.9166	2026-12-21T01:04:00Z	Asia/Kolkata
city-4280539	Topeka	Топика|托皮卡|توبيكا، كانساس	US	125963	39.0483	-95.678	2026-12-21T13:38:00Z	America/Chicago
city-1806881	Huicheng	Hui-ch’eng-chen	CN	125919	23.0385	116.2899	2026-12-20T22:51:00Z	Asia/Shanghai
city-3629710	Puerto Ayacucho	Puerto Ajakučas|Пуэрто-Аякучо|阿亞庫喬港|Πουέρτο Αγιακούτσο	VE	125840	5.6605	-67.5834	2026-12-21T10:34:00Z	America/Caracas
city-2341656	Gashua		NG	125817	12.874	11.0406	2026-12-21T05:33:00Z	Africa/Lagos
city-3728097	Les Cayes	Okay|Los Cayos|Le Kajus|Ле-Ке|萊凱|レカイ	HT	125799	18.192	-73.7495	2026-12-21T11:22:00Z	America/Port-au-Prince
city-3168673	Salerno	Salern|Salerne|Salernas|Салерно|ساليرنو|サレルノ	IT	125797	40.6754	14.7933	2026-12-21T06:21:00Z	Europe/Rome
city-1653316	Savannakhet	Саваннакхет|サワンナケート県	LA	125760	16.5703	104.7622	2026-12-20T23:24:00Z	Asia/Vientiane
city-352354	Munūf	منوف	EG	125707	30.466	30.932	2026-12-21T04:49:00Z	Africa/Cairo
city-2634677	Watford	Votfordas|Уотфорд|沃特福德|ワトフォード	GB	125707	51.6553	-0.396	2026-12-21T08:05:00Z	Europe/London
city-746881	Giresun	Giresunas|Гиресун|吉雷松|غيرسون	TR	125682	40.917	38.3874	2026-12-21T04:47:00Z	Europe/Istanbul
city-1789703	Xiazhen	Hsia-chen|Weishan|Xiazhencun	CN	125667	34.8022	117.1117	2026-12-20T23:15:00Z	Asia/Shanghai
city-112646	Torbat-e Ḩeydarīyeh	Torbat-e-Heydari|Turbat-i-Haidari|Turbet-i-Haidari|تربت حیدریه	IR	125633	35.274	59.2195	2026-12-21T03:08:00Z	Asia/Tehran
city-743882	Kastamonu	Castamonu|Кастамону|卡斯塔莫努|قسطموني	TR	125622	41.3781	33.7753	2026-12-21T05:07:00Z	Europe/Istanbul
city-1268015	Kanhangad	Kannangad	IN	125564	12.3081	75.1063	2026-12-21T01:15:00Z	Asia/Kolkata
city-250799	‘Ajlūn	Adjlun|Аджлун	JO	125557	32.3333	35.7528	2026-12-21T04:34:00Z	Asia/Amman
city-748208	Derince	Derinji	TR	125485	40.7569	29.8147	2026-12-21T05:21:00Z	Europe/Istanbul
city-1269578	Jagdalpur	जगदलपुर|জগদলপুর|Джагдалпур	IN	125463	19.0814	82.0213	2026-12-21T01:00:00Z	Asia/Kolkata
city-650224	Kuopio	Kuopijas|Куопио|庫奧皮奧|كووبيو	FI	125462	62.8924	27.677	2026-12-21T07:44:00Z	Europe/Helsinki
city-1171502	Mailsi	Маилси|تصیل میلسی	PK	125431	29.8012	72.174	2026-12-21T02:02:00Z	Asia/Karachi
city-3882428	Los Ángeles	Лос-Анджелес|洛桑赫萊斯|ロス・アンヘレス	CL	125430	-37.4697	-72.3537	2026-12-21T09:25:00Z	America/Santiago
city-1809062	Haimen	海门	CN	125427	23.1935	116.6122	2026-12-20T22:50:00Z	Asia/Shanghai
city-744562	Karabük	Karabiukas|Карабюк|卡拉比克|كارابوك	TR	125403	41.2049	32.6277	2026-12-21T05:11:00Z	Europe/Istanbul
city-1849563	Tsuruoka	鶴岡市|Цуруока|تسوروكا	JP	125389	38.7217	139.8217	2026-12-20T21:55:00Z	Asia/Tokyo
city-2638703	Saint Peters	Saint Peter Extra|Thanet	GB	125370	51.3667	1.4167	2026-12-21T07:57:00Z	Europe/London
city-3470858	Barbacena		BR	125317	-21.2258	-43.7736	2026-12-21T08:10:00Z	America/Sao_Paulo
city-339686	Debre Tabor	Dabra-Tabor|Debra Tabor|Debre Taboras|دبره تابور|德佈雷塔博爾	ET	125300	11.85	38.0167	2026-12-21T03:43:00Z	Africa/Addis_Ababa
city-150930	Nzega		TZ	125193	-4.2167	33.1833	2026-12-21T03:34:00Z	Africa/Dar_es_Salaam
city-4669635	Abilene	Abilenas|Абилин|阿比林|أبيلين	US	125182	32.4487	-99.7331	2026-12-21T13:36:00Z	America/Chicago
city-1796421	Shahecheng	Sha-ho|Sha-ho-ch'eng-kuan|Sha-ho-hsien	CN	125132	36.9383	114.5058	2026-12-20T23:31:00Z	Asia/Shanghai
city-2229748	Kumbo		CM	125124	6.2	10.6667	2026-12-21T05:22:00Z	Africa/Douala
city-107781	Az Zulfī	الزُّلفِي	SA	125000	26.2995	44.8154	2026-12-21T03:44:00Z	Asia/Riyadh
city-618605	Bălţi	Бэлць|Бельцы|Bielce|Belcai	MD	125000	47.7629	27.9285	2026-12-21T05:54:00Z	Europe/Chisinau
city-3513090	Willemstad	Vilemstad|Vilemstadas|Vilemstade|Вилемстад|ويلمستاد|威廉斯塔德	CW	125000	12.1225	-68.8864	2026-12-21T10:51:00Z	America/Curacao
city-295432	Bet Shemesh	בית שמש|Bet Schemesch|Beit Şemeș|Бейт-Шемеш	IL	124957	31.7307	34.9929	2026-12-21T04:36:00Z	Asia/Jerusalem
city-1269605	Jagādhri		IN	124894	30.1672	77.3037	2026-12-21T01:43:00Z	Asia/Kolkata
city-3827414	Huixquilucan		MX	124846	19.3599	-99.3502	2026-12-21T13:07:00Z	America/Mexico_City
city-116402	Semnan	سمنان|Семнан	IR	124826	35.5769	53.392	2026-12-21T03:32:00Z	Asia/Tehran
city-3118532	León	Lleó|Леон|ليون|レオン	ES	124772	42.6	-5.5703	2026-12-21T07:49:00Z	Europe/Madrid
city-3493146	San Francisco de Macorís	San-Fransisko-de-Makoris|Сан-Франсиско-де-Макорис|سان فرانسسکو دی ماکوریس	DO	124763	19.2938	-70.2528	2026-12-21T11:10:00Z	America/Santo_Domingo
city-2033242	Yushu	Юйшу	CN	124736	44.8275	126.5406	2026-12-20T23:08:00Z	Asia/Shanghai
city-1665443	Yuanlin	T’ai-chung-hsien	TW	124725	23.9567	120.5761	2026-12-20T22:36:00Z	Asia/Taipei
city-3584257	Santa Tecla	Santa Tekla|Нуэва-Сан-Сальвадор|聖特克拉|Σάντα Τέκλα	SV	124694	13.6774	-89.2833	2026-12-21T12:16:00Z	America/El_Salvador
city-3461888	Guarapari	Гуарапари	BR	124656	-20.6718	-40.502	2026-12-21T07:58:00Z	America/Sao_Paulo
city-3483849	Ciudad Valles	Ciudad de Valles|Valles	MX	124644	21.9963	-99.0109	2026-12-21T13:10:00Z	America/Mexico_City
city-2357043	Ouahigouya	Uahiguja|Вахигуя|瓦希古亞|ワヒグヤ	BF	124587	13.5769	-2.4179	2026-12-21T06:28:00Z	Africa/Ouagadougou
city-1859951	Kashihara-shi	橿原市	JP	124521	34.509	135.7929	2026-12-20T21:59:00Z	Asia/Tokyo
city-309647	Ağrı	Qerekose|Ahras|Агры|阿勒|أغري	TR	124483	39.7147	43.0401	2026-12-21T04:25:00Z	Europe/Istanbul
city-360048	Ashmūn	أشمون	EG	124483	30.2974	30.9764	2026-12-21T04:48:00Z	Africa/Cairo
city-2751792	Leeuwarden	Ljouwert|Leuvardenas|Леуварден|吕伐登|ليوواردن	NL	124481	53.2027	5.8097	2026-12-21T07:49:00Z	Europe/Amsterdam
city-1587976	Bến Tre	Truc Giang|Бен Тре|بن تره	VN	124449	10.2415	106.3758	2026-12-20T23:06:00Z	Asia/Ho_Chi_Minh
city-3172629	Monza	Монца|蒙扎|منزا	IT	124398	45.58	9.2725	2026-12-21T07:00:00Z	Europe/Rome
city-1169027	New Mirpur City	New Mirpur	PK	124352	33.1478	73.7519	2026-12-21T02:04:00Z	Asia/Karachi
city-3925033	Ji Paraná		BR	124333	-10.8853	-61.9517	2026-12-21T09:43:00Z	America/Porto_Velho
city-3686675	Chía		CO	124309	4.8588	-74.0587	2026-12-21T10:59:00Z	America/Bogota
city-3604251	Olanchito	Оланчито	HN	124286	15.4813	-86.5742	2026-12-21T12:08:00Z	America/Tegucigalpa
city-757065	Targówek	Таргувек	PL	124279	52.2918	21.0484	2026-12-21T06:43:00Z	Europe/Warsaw
city-1804252	Lecheng	Loh Ch’ang	CN	124268	25.128	113.3504	2026-12-20T23:07:00Z	Asia/Shanghai
city-124862	Marand	مرند|Маранд	IR	124191	38.4329	45.7749	2026-12-21T04:10:00Z	Asia/Tehran
city-2652053	Crawley	Krolis|Кроули|克劳利	GB	124008	51.113	-0.1831	2026-12-21T08:02:00Z	Europe/London
city-1519843	Rudnyy	Рудный	KZ	124000	52.9724	63.1106	2026-12-21T03:58:00Z	Asia/Qostanay
city-3675692	Magangué	Magangė|Маганге|馬甘格	CO	123982	9.242	-74.7547	2026-12-21T11:09:00Z	America/Bogota
city-3460899	Itaguaí	Итагуаи|伊塔瓜伊	BR	123980	-22.8522	-43.7753	2026-12-21T08:07:00Z	America/Sao_Paulo
city-776251	Bemowo	Бемово	PL	123932	52.2546	20.9084	2026-12-21T06:43:00Z	Europe/Warsaw
city-2994160	Metz	Mety|Mecas|Мец|梅斯|متز	FR	123914	49.1191	6.1727	2026-12-21T07:27:00Z	Europe/Paris
city-2036403	Jiupu		CN	123843	41.0667	122.95	2026-12-20T23:09:00Z	Asia/Shanghai
city-1273467	Dārjiling	Darjeeling|دار جیلنگ|Dardžilingas|Дарджилинг|大吉嶺	IN	123797	27.0333	88.2667	2026-12-21T00:52:00Z	Asia/Kolkata
city-2038438	Baoshan	宝山|Баошань	CN	123791	46.5747	131.3932	2026-12-20T22:55:00Z	Asia/Shanghai
city-3493240	Salvaleón de Higüey	Higüey	DO	123787	18.615	-68.708	2026-12-21T11:02:00Z	America/Santo_Domingo
city-3448519	São Mateus	Сан-Матеус	BR	123752	-18.7201	-39.8589	2026-12-21T08:00:00Z	America/Sao_Paulo
city-1292288	Thaton	Tha-tun|Thadon	MM	123727	16.9187	97.37	2026-12-20T23:55:00Z	Asia/Yangon
city-1637090	Lumajang	Kabupaten Lumajang	ID	123626	-8.1335	113.2248	2026-12-20T22:07:00Z	Asia/Jakarta
city-1861450	Ise	伊勢市|Исэ|إيسه	JP	123533	34.4833	136.7	2026-12-20T21:56:00Z	Asia/Tokyo
city-1711982	Hagonoy	Hagunoy	PH	123531	14.8341	120.7327	2026-12-20T22:17:00Z	Asia/Manila
city-3445679	Uruguaiana	Urugvajana|Уругуаяна|乌鲁瓜亚纳	BR	123480	-29.7547	-57.0883	2026-12-21T08:45:00Z	America/Sao_Paulo
city-3467081	Caraguatatuba	Caragua|Карагуататуба	BR	123389	-23.6203	-45.4131	2026-12-21T08:12:00Z	America/Sao_Paulo
city-3397967	Itaituba	Itajtuba|Итајтуба	BR	123314	-4.2761	-55.9836	2026-12-21T09:31:00Z	America/Santarem
city-623549	Pinsk	Пінск|Пинск|Pinszk|Pinskas|平斯克	BY	123283	52.1215	26.0673	2026-12-21T06:22:00Z	Europe/Minsk
city-2510542	Telde	Тельде|特尔德|تيلدي	ES	123265	27.9924	-15.4192	2026-12-21T07:49:00Z	Atlantic/Canary
city-1643078	Indramayu	Indramajoe|Indramaju	ID	123263	-6.3264	108.32	2026-12-20T22:30:00Z	Asia/Jakarta
city-2483668	Relizane	ولاية غليزان|Prowincja Relizane	DZ	123255	35.7373	0.556	2026-12-21T07:04:00Z	Africa/Algiers
city-2503661	Bordj el Kiffan	برج الكيفان	DZ	123246	36.7487	3.1925	2026-12-21T06:56:00Z	Africa/Algiers
city-1528249	Manas	Jalal-Abad|Jalolobod|Djalalabad|Dschalalabat|Žalalabad|Джалал-Абад|賈拉拉巴德|ジャララバード	KG	123239	40.945	72.9931	2026-12-21T02:29:00Z	Asia/Bishkek
city-3522307	Orizaba	Орисаба|奧里薩巴	MX	123182	18.8519	-97.0996	2026-12-21T12:57:00Z	America/Mexico_City
city-3470073	Bento Gonçalves		BR	123151	-29.1714	-51.5192	2026-12-21T08:24:00Z	America/Sao_Paulo
city-1801799	Luoyang	Fu-ch’eng-chen|Лоян	CN	123144	23.1624	114.2734	2026-12-20T22:59:00Z	Asia/Shanghai
city-1163272	Toba Tek Singh		PK	123102	30.9713	72.4827	2026-12-21T02:04:00Z	Asia/Karachi
city-3405006	Bragança		BR	123082	-1.0536	-46.7656	2026-12-21T08:59:00Z	America/Belem
city-1848445	Honmachi	八代市|Jacuširo|Yatsuşiro|Яцусиро|ياتسوشيرو	JP	123067	32.5044	130.5995	2026-12-20T22:15:00Z	Asia/Tokyo
city-2806654	Wolfsburg	Wolfsbourg|Wolfsburgo|Volfsburgas|Вольфсбург|沃尔夫斯堡|فولفسبورغ	DE	123064	52.4245	10.7815	2026-12-21T07:25:00Z	Europe/Berlin
city-1855425	Niihama	新居浜市|Nijihama|Ниихама|新居濱市	JP	123059	33.9605	133.3052	2026-12-20T22:08:00Z	Asia/Tokyo
city-2036536	Jiaohe	民主|Цзяохэ	CN	123018	43.7213	127.3347	2026-12-20T23:01:00Z	Asia/Shanghai
city-2518794	Dos Hermanas	Dos Ermanas|Дос Ерманас	ES	122943	37.2829	-5.9209	2026-12-21T07:34:00Z	Europe/Madrid
city-1684803	Tabuk	Lungsod ng Tabuk|Tabuk City|타부크	PH	122771	17.4738	121.468	2026-12-20T22:19:00Z	Asia/Manila
city-1272243	Dam Dam	Dum Dum	IN	122719	22.6334	88.4229	2026-12-21T00:42:00Z	Asia/Kolkata
city-233312	Hoima	Хоима	UG	122700	1.4331	31.3524	2026-12-21T03:51:00Z	Africa/Kampala
city-3472766	Alagoinhas	Alagoinjasas|Алагоиньяс|阿拉戈伊尼亚斯	BR	122688	-12.1356	-38.4192	2026-12-21T08:06:00Z	America/Bahia
city-98245	Az Zubayr	الزبير	IQ	122676	30.3921	47.7017	2026-12-21T03:42:00Z	Asia/Baghdad
city-1864750	Beppu	別府市|Bepu|Бэппу|بيبو	JP	122643	33.2794	131.4975	2026-12-20T22:13:00Z	Asia/Tokyo
city-1270370	Hardoī		IN	122635	27.3949	80.1316	2026-12-21T01:25:00Z	Asia/Kolkata
city-140951	Behbahān	Behbehan|بهبهان	IR	122604	30.5959	50.2417	2026-12-21T03:32:00Z	Asia/Tehran
city-3460598	Itatiba		BR	122581	-23.0058	-46.8389	2026-12-21T08:19:00Z	America/Sao_Paulo
city-1807112	Huangzhou	Хуанчжоу	CN	122563	30.45	114.8	2026-12-20T23:13:00Z	Asia/Shanghai
city-5137849	Sheepshead Bay		US	122534	40.5912	-73.9446	2026-12-21T12:16:00Z	America/New_York
city-1259163	Puruliya	Purulia	IN	122533	23.3306	86.363	2026-12-21T00:51:00Z	Asia/Kolkata
city-1605245	Ubon Ratchathani	เทศบาลนครอุบลราชธานี|Ubon Ratczathani|Ubonratčathanis|Убонратчатхани|乌汶叻差他尼	TH	122533	15.2384	104.8487	2026-12-20T23:22:00Z	Asia/Bangkok
city-943882	Virginia	Вирджиния	ZA	122502	-28.1039	26.8659	2026-12-21T03:13:00Z	Africa/Johannesburg
city-1015621	Brits	Британцы|布里茨	ZA	122497	-25.6347	27.7802	2026-12-21T03:15:00Z	Africa/Johannesburg
city-3470451	Barretos	Baretosas|Барретус|巴雷图斯|بارريتوس	BR	122485	-20.5572	-48.5678	2026-12-21T08:31:00Z	America/Sao_Paulo
city-2849647	Recklinghausen	Reklinghauzenas|Реклингхаузен|雷克林豪森|レックリングハウゼン	DE	122438	51.6138	7.1974	2026-12-21T07:35:00Z	Europe/Berlin
city-1788268	Xiulin	Shi-shau|Shih-shou|Shih-shou-hsien	CN	122411	29.7167	112.4	2026-12-20T23:21:00Z	Asia/Shanghai
city-1784178	Zhoucun	Chou-lin-chen|Chou-ts'un|Chou-ts'un-chen	CN	122402	36.8167	117.8167	2026-12-20T23:17:00Z	Asia/Shanghai
city-569154	Cherkessk	Черкесск|Tscherkessk|Czerkiesk|Tsjerkessk|Tšerkessk|Čerkesk|チェルケスク|체르케스크	RU	122395	44.2238	42.0462	2026-12-21T04:44:00Z	Europe/Moscow
city-1176997	Haveli Lakha	Haveli	PK	122389	30.451	73.6937	2026-12-21T01:58:00Z	Asia/Karachi
city-2751283	Maastricht	Mastrique|Mastrichtas|Маастрихт|马斯特里赫特|ماسترخت	NL	122378	50.8483	5.6889	2026-12-21T07:37:00Z	Europe/Amsterdam
city-5107129	Amherst	Амхерст|アムハースト	US	122366	42.9784	-78.7998	2026-12-21T12:43:00Z	America/New_York
city-3398352	Igarassu	Игарасу|伊加拉苏	BR	122312	-7.8342	-34.9064	2026-12-21T08:00:00Z	America/Recife
city-738927	Tekirdağ	Təkirdağ|Rodostó|Tekirdahas|Текирдаг|泰基爾達|تكيرداغ	TR	122287	40.9781	27.511	2026-12-21T05:31:00Z	Europe/Istanbul
city-5406222	Victorville	Викторвилл|维克多维尔|فيكتورفيلي	US	122225	34.5361	-117.2912	2026-12-21T14:52:00Z	America/Los_Angeles
city-2654200	Burton upon Trent	Burton-on-Trent|Bertonas prie Trento|Бертон-апон-Трент|特倫河畔伯頓|버턴어폰트렌트	GB	122199	52.8073	-1.6426	2026-12-21T08:17:00Z	Europe/London
city-1720034	Calumpit		PH	122187	14.9164	120.7658	2026-12-20T22:17:00Z	Asia/Manila
city-2918632	Göttingen	Gotinga|Gottinga|Getynga|Getingenas|Гёттинген|哥廷根|غوتينغن	DE	122149	51.5344	9.9323	2026-12-21T07:24:00Z	Europe/Berlin
city-1113217	Zābol	Заболь	IR	121989	31.0306	61.4949	2026-12-21T02:48:00Z	Asia/Tehran
city-2359608	Kaya	Kaja|Кая|卡亞	BF	121970	13.0883	-1.0837	2026-12-21T06:22:00Z	Africa/Ouagadougou
city-1790442	Xiangcheng	Hsiang-ch’eng-chen	CN	121959	25.4669	100.5625	2026-12-20T23:59:00Z	Asia/Shanghai
city-1272842	Dharmavaram		IN	121874	14.4144	77.7203	2026-12-21T01:09:00Z	Asia/Kolkata
city-345149	Ādīgrat		ET	121800	14.277	39.462	2026-12-21T03:42:00Z	Africa/Addis_Ababa
city-3646487	Carora		VE	121741	10.1728	-70.081	2026-12-21T10:52:00Z	America/Caracas
city-5405380	Vallejo	Вальехо|瓦列霍|فاليجو	US	121692	38.1041	-122.2566	2026-12-21T15:22:00Z	America/Los_Angeles
city-1276320	Bhadreswar		IN	121662	22.8245	88.3384	2026-12-21T00:42:00Z	Asia/Kolkata
city-2661552	Bern	Berne|Berna|Berno|Bernas|Берн|伯尔尼|برن	CH	121631	46.9481	7.4474	2026-12-21T07:13:00Z	Europe/Zurich
city-649360	Lahti	Lahtis|Лахти|拉赫蒂|لاهتي	FI	121622	60.9827	25.6615	2026-12-21T07:29:00Z	Europe/Helsinki
city-1253315	Vejalpur		IN	121610	22.6902	73.563	2026-12-21T01:41:00Z	Asia/Kolkata
city-2523083	Siracusa	Syrakus|Syracuse|Syrakuzy|Syrakusy|Syrakusa|Сиракуза|锡拉库扎|سرقوسة	IT	121605	37.0754	15.2866	2026-12-21T06:08:00Z	Europe/Rome
city-228971	Mubende	Mubendi|موبیندے	UG	121600	0.5585	31.3949	2026-12-21T03:50:00Z	Africa/Kampala
city-726848	Stara Zagora	Стара Загора|Eski Zağra|Stara Sagora|舊扎戈拉|ستارا زاغورا	BG	121582	42.432	25.6426	2026-12-21T05:43:00Z	Europe/Sofia
city-3346821	Ondjiva	N'Giva|N'Jiva|Ondyiva|Онджива|أوندجيفا|翁吉瓦	AO	121537	-17.0667	15.7333	2026-12-21T04:20:00Z	Africa/Luanda
city-1023441	Alberton	Альбертон|البرتون، گاوتنگ|艾伯頓	ZA	121536	-26.2679	28.1223	2026-12-21T03:12:00Z	Africa/Johannesburg
city-1274220	Chikmagalūr	Chikkamagalūru	IN	121484	13.3223	75.774	2026-12-21T01:14:00Z	Asia/Kolkata
city-1524325	Ekibastuz	Экибастуз|Ekibastouz|Ekibastus|Jekybastuz|Ekibastuzas|埃基巴斯圖茲|エキバストス	KZ	121470	51.7237	75.3229	2026-12-21T03:03:00Z	Asia/Almaty
city-2522013	Algeciras	Algecires|Alxeciras|Algésiras|Alchesirasas|Альхесирас|阿尔赫西拉斯|الجزيرة الخضراء	ES	121414	36.1333	-5.4505	2026-12-21T07:29:00Z	Europe/Madrid
city-4330145	Lafayette	Лафайет|拉法葉|لافاييت	US	121374	30.2241	-92.0198	2026-12-21T13:00:00Z	America/Chicago
city-2035669	Lianhe	联合	CN	121367	47.1333	129.2743	2026-12-20T23:06:00Z	Asia/Shanghai
city-5336269	Chico	Чико|奇科|تشيكو	US	121345	39.7285	-121.8375	2026-12-21T15:25:00Z	America/Los_Angeles
city-1276325	Bhadrak	Bhadrakh	IN	121338	21.0545	86.5156	2026-12-21T00:46:00Z	Asia/Kolkata
city-4839745	North Stamford	نورت استامفورد|北史丹佛	US	121230	41.1382	-73.5435	2026-12-21T12:16:00Z	America/New_York
city-3182164	Bergamo	Bergame|Bèrgam|Бергамо|贝尔加莫|بيرغامو	IT	121200	45.696	9.6672	2026-12-21T06:59:00Z	Europe/Rome
city-727523	Ruse	Русе|Rusçuk|Rousse|Russe|Roese|Rusze|鲁塞|روسه	BG	121168	43.8487	25.9534	2026-12-21T05:47:00Z	Europe/Sofia
city-1256949	Sawai Madhopur	Savai Madhopur|Savaj-Madkhopur|Савай-Мадхопур|سوائی مادھوپور|瑟瓦伊馬托布爾	IN	121106	26.023	76.3441	2026-12-21T01:37:00Z	Asia/Kolkata
city-1278827	Ambikāpur	Surguja|Surquja	IN	121071	23.1189	83.1954	2026-12-21T01:04:00Z	Asia/Kolkata
city-1730413	Apalit		PH	121057	14.9533	120.77	2026-12-20T22:17:00Z	Asia/Manila
city-4835797	Hartford	Hartfordas|Хартфорд|哈特福|هارتفورد	US	121054	41.7637	-72.6851	2026-12-21T12:15:00Z	America/New_York
city-1647866	Bukittinggi	Kota Bukittinggi|Букиттинги|武吉丁宜|ブキティンギ	ID	121028	-0.3091	100.3705	2026-12-20T23:12:00Z	Asia/Jakarta
city-2258261	Dolisie	Dolisje|Долиси|多利西|ドリシー	CG	121000	-4.1983	12.6666	2026-12-21T04:56:00Z	Africa/Brazzaville
city-3644417	Ejido	Эхидо	VE	120978	8.5466	-71.2409	2026-12-21T10:54:00Z	America/Caracas
city-5327684	Berkeley	Berklis|Беркли|伯克利|بيركيلي	US	120972	37.8716	-122.2728	2026-12-21T15:21:00Z	America/Los_Angeles
city-2033824	Xilin Hot	A-pa-ha-na-erh-ch'i|A-pa-ha-na-erh-tso-i-ch'i|A-pa-ha-na-erh-yu-i-ch'i|锡林浩特	CN	120965	43.9667	116.0333	2026-12-20T23:47:00Z	Asia/Shanghai
city-1693239	Plaridel	Pandi	PH	120939	14.8872	120.8572	2026-12-20T22:17:00Z	Asia/Manila
city-4177887	West Palm Beach	Уэст-Палм-Бич|西棕榈滩|ويست بالم بيتش	US	120932	26.7153	-80.0534	2026-12-21T12:04:00Z	America/New_York
city-1861749	Ikoma	生駒|Икома|生駒市	JP	120741	34.6833	135.7	2026-12-20T22:00:00Z	Asia/Tokyo
city-2907669	Heilbronn	Heilbronas|Хайльбронн|海尔布隆|هايلبرون	DE	120733	49.1399	9.2205	2026-12-21T07:15:00Z	Europe/Berlin
city-90026	Ţūz Khūrmātū	Tuz Xurmatu|Tuz Khurmatu District	IQ	120712	34.8881	44.6326	2026-12-21T04:05:00Z	Asia/Baghdad
city-3165243	Trento	Trient|Trente|Trydent|Trentas|Trident|Тренто|特伦托|ترينتو	IT	120709	46.0679	11.1211	2026-12-21T06:55:00Z	Europe/Rome
city-1165638	Shahdad Kot	Shahdadpur	PK	120687	27.8473	67.9068	2026-12-21T02:15:00Z	Asia/Karachi
city-2895992	Ingolstadt	Ингольштадт|インゴルシュタット	DE	120658	48.7651	11.4237	2026-12-21T07:04:00Z	Europe/Berlin
city-1803782	Lichuan	Личуань	CN	120587	30.3	108.85	2026-12-20T23:37:00Z	Asia/Shanghai
city-2037411	Fengcheng	Feng-ch'eng-chen|Feng-ch'eng-hsien|Feng-huang-ch'eng	CN	120514	40.4536	124.0717	2026-12-20T23:03:00Z	Asia/Shanghai
city-3638371	La Concepción		VE	120478	10.6192	-71.8381	2026-12-21T11:00:00Z	America/Caracas
city-2820256	Ulm	Ulma|Ulmas|Ульм|乌尔姆|أولم	DE	120451	48.3984	9.9916	2026-12-21T07:09:00Z	Europe/Berlin
city-3628503	San Carlos	San Karlosas|聖卡洛斯|산카를로스	VE	120375	9.6641	-68.5866	2026-12-21T10:46:00Z	America/Caracas
city-3081741	Włocławek	Vloclavekas|Влоцлавек|弗沃茨瓦韦克|فوتسوافك	PL	120339	52.6482	19.0678	2026-12-21T06:53:00Z	Europe/Warsaw
city-5178127	Allentown	Alentaunas|Аллентаун|阿伦敦|ألينتاون	US	120207	40.6084	-75.4902	2026-12-21T12:22:00Z	America/New_York
city-1257055	Satara	Сатара	IN	120195	17.6859	73.9933	2026-12-21T01:30:00Z	Asia/Kolkata
city-1181439	Charsadda		PK	120170	34.1482	71.7406	2026-12-21T02:15:00Z	Asia/Karachi
city-3438115	Fernando de la Mora	費爾南多德拉莫拉|فيرناندو دي لا مورا	PY	120167	-25.3386	-57.5217	2026-12-21T08:56:00Z	America/Asuncion
city-1273892	Chūru		IN	120157	28.3041	74.9672	2026-12-21T01:48:00Z	Asia/Kolkata
city-3171180	Perugia	Pérouse|Perusa|Перуджа|佩鲁贾|بيرودجا	IT	120137	43.1122	12.3888	2026-12-21T06:39:00Z	Europe/Rome
city-1271675	Gangāpur		IN	120115	26.4725	76.7174	2026-12-21T01:37:00Z	Asia/Kolkata
city-2495662	Guelma	قالمة|Kalima|Gelma|Гельма|盖勒马	DZ	120004	36.4621	7.4261	2026-12-21T06:38:00Z	Africa/Algiers
city-278913	Nabatîyé et Tahta	An Nabatiyah at Tahta|Nabatieh|Nabatija i Takhta|Набатия ва Тахта|النبطية والطهطا	LB	120000	33.3789	35.4839	2026-12-21T04:38:00Z	Asia/Beirut
city-289011	Rustaq	Рустака	OM	120000	23.3908	57.4244	2026-12-21T02:47:00Z	Asia/Muscat
city-515024	Orekhovo-Zuyevo	Орехово-Зуево|Orekhovo-Zouïevo|Orechowo-Sujewo|Oréjovo-Zúyevo|Orechovo-Zuevo|Oriechowo-Zujewo|奧列霍沃-祖耶沃|أوريخوفو-زويفو	RU	120000	55.8124	38.9915	2026-12-21T05:52:00Z	Europe/Moscow
city-1784953	Zhaoyuan	罗峰	CN	120000	37.365	120.41	2026-12-20T23:09:00Z	Asia/Shanghai
city-8504621	Gereida	Gerejda|Гереида|قريضة	SD	120000	11.2754	25.1403	2026-12-21T04:33:00Z	Africa/Khartoum
city-8411054	Madhyapur Thimi	Thimi|مدھیہپور تھمی	NP	119955	27.6806	85.3875	2026-12-21T01:05:00Z	Asia/Kathmandu
city-4257227	Evansville	Evansvilis|Эвансвилл|埃文斯維爾|إيفانسفيل	US	119943	37.9748	-87.5559	2026-12-21T13:02:00Z	America/Chicago
city-2945756	Bottrop	Botropas|Ботроп|博特罗普|ボトロップ	DE	119909	51.5239	6.9285	2026-12-21T07:35:00Z	Europe/Berlin
city-1178456	Ghotki	Gotki	PK	119879	28.0044	69.3157	2026-12-21T02:10:00Z	Asia/Karachi
city-888710	Kwekwe	Kvekvė|Квекве|奎奎市|퀘퀘	ZW	119863	-18.9281	29.8149	2026-12-21T03:20:00Z	Africa/Harare
city-187968	Malindi	Melinde|Malindis|Малинди|馬林迪|ماليندي	KE	119859	-3.218	40.1169	2026-12-21T03:08:00Z	Africa/Nairobi
city-740483	Rize	Rizə|Rizenská provincie|Ризе|里澤|ريزه	TR	119828	41.0208	40.5219	2026-12-21T04:39:00Z	Europe/Istanbul
city-3472518	Almirante Tamandaré	Алмиранти-Тамандаре|阿尔米兰特塔曼达雷	BR	119825	-25.3247	-49.31	2026-12-21T08:24:00Z	America/Sao_Paulo
city-4167499	Palm Bay	Палм-Бей|棕榈湾|بالم باي	US	119760	28.0345	-80.5887	2026-12-21T12:09:00Z	America/New_York
city-3450594	Salto	Сальто|萨尔图	BR	119736	-23.2008	-47.2869	2026-12-21T08:20:00Z	America/Sao_Paulo
city-2751773	Leiden	Leien|Leyde|Leida|Lejda|Leidenas|Лейден|莱顿|لايدن	NL	119713	52.1583	4.4931	2026-12-21T07:49:00Z	Europe/Amsterdam
city-5882873	Ajax	Эйджакс|亞積士|أجاكس	CA	119677	43.8501	-79.0329	2026-12-21T12:47:00Z	America/Toronto
city-1166265	Sambrial	سمبریال|萨姆博利阿尔	PK	119571	32.4783	74.3534	2026-12-21T02:00:00Z	Asia/Karachi
city-3171168	Pescara	Пескара|بيسكارا|ペスカーラ	IT	119554	42.4584	14.2028	2026-12-21T06:29:00Z	Europe/Rome
city-2330028	Modakeke	Модакеке	NG	119529	7.383	4.2603	2026-12-21T05:50:00Z	Africa/Lagos
city-1855095	Nobeoka	延岡市|Нобеока|نوبيوكا	JP	119521	32.5833	131.6667	2026-12-20T22:11:00Z	Asia/Tokyo
city-1686547	Silang		PH	119475	14.2157	120.9714	2026-12-20T22:15:00Z	Asia/Manila
city-303873	Nazilli	Nazilis|Назилли|納濟利	TR	119370	37.9163	28.3223	2026-12-21T05:19:00Z	Europe/Istanbul
city-1864416	Daitō	大東	JP	119367	34.7138	135.6203	2026-12-20T22:00:00Z	Asia/Tokyo
city-230166	Lira	Лира	UG	119323	2.2499	32.8999	2026-12-21T03:46:00Z	Africa/Kampala
city-2853969	Pforzheim	Pforcheimas|Пфорцхайм|普福尔茨海姆|بفورتسهايم	DE	119313	48.8844	8.6989	2026-12-21T07:16:00Z	Europe/Berlin
city-3446370	Toledo	Толедо	BR	119313	-24.7136	-53.7431	2026-12-21T08:43:00Z	America/Sao_Paulo
city-302043	Salihli		TR	119311	38.4826	28.1477	2026-12-21T05:21:00Z	Europe/Istanbul
city-1734815	Port Dickson	Arang Arang Anchorage|Arang-Arang	MY	119300	2.5246	101.7965	2026-12-20T23:11:00Z	Asia/Kuala_Lumpur
city-2555467	Berkane	بركان|Berkan|Беркан|拜爾坎	MA	119284	34.92	-2.32	2026-12-21T07:13:00Z	Africa/Casablanca
city-2756669	Dordrecht	Doardt|Dordreque|Dordrechtas|ドルトレヒト|Ντόρντρεχτ	NL	119260	51.81	4.6736	2026-12-21T07:46:00Z	Europe/Amsterdam
city-1831797	Battambang	ក្រុងបាត់ដំបង|Ciudad de Battambang|Khett Batdambang|Băt Dâmbâng|Batambangas|Баттамбанг|马德望	KH	119251	13.1027	103.1982	2026-12-20T23:24:00Z	Asia/Phnom_Penh
city-2857807	Offenbach	Offenbach am Main	DE	119192	50.1006	8.7665	2026-12-21T07:21:00Z	Europe/Berlin
city-3471798	Arapongas	Арапонгас|阿拉蓬加斯	BR	119138	-23.4194	-51.4244	2026-12-21T08:36:00Z	America/Sao_Paulo
city-2129537	Kitami	北見市|Kitamis|Киты|كيتامي	JP	119135	43.8031	143.8908	2026-12-20T21:55:00Z	Asia/Tokyo
city-1562548	Vĩnh Yên	Vieh Yen|Yen	VN	119128	21.3089	105.6049	2026-12-20T23:30:00Z	Asia/Bangkok
city-3647549	Cagua		VE	119033	10.1863	-67.4594	2026-12-21T10:42:00Z	America/Caracas
city-292878	Fujairah	فجيرة|Fudschaira|Фуджейра|富吉拉	AE	118933	25.1164	56.3414	2026-12-21T02:55:00Z	Asia/Dubai
city-1041190	Mandimba		MZ	118922	-14.3525	35.6506	2026-12-21T03:06:00Z	Africa/Maputo
city-3413829	Reykjavík	Reikiavik|Reiquiavique|Reikjavikas|Рейкьявик|雷克亞維克|ريكيافيك	IS	118918	64.1355	-21.8954	2026-12-21T11:22:00Z	Atlantic/Reykjavik
city-1273687	Dohad	Dahod	IN	118846	22.8328	74.2599	2026-12-21T01:39:00Z	Asia/Kolkata
city-2653261	Cheltenham	Čeltnamas|Челтнем|切爾滕納姆|شلتنهام	GB	118836	51.9001	-2.0797	2026-12-21T08:13:00Z	Europe/London
city-3696378	Huaraz	Huarasas|Уарас|瓦拉斯|ワラス	PE	118836	-9.5261	-77.5287	2026-12-21T10:48:00Z	America/Lima
city-3109981	Santa Coloma de Gramenet	Санта-Колома-де-Граманет	ES	118821	41.4515	2.2081	2026-12-21T07:14:00Z	Europe/Madrid
city-3453535	Piraquara	Piraguara	BR	118730	-25.4423	-49.068	2026-12-21T08:22:00Z	America/Sao_Paulo
city-1276856	Barshi	Bārsi	IN	118722	18.2345	75.6928	2026-12-21T01:24:00Z	Asia/Kolkata
city-1280737	Lhasa	拉萨|拉薩|Lhassa|Lassa|Lhásza|Лхаса	CN	118721	29.65	91.1	2026-12-21T00:46:00Z	Asia/Shanghai
city-1787901	Xunchang	巡场	CN	118664	28.4543	104.715	2026-12-20T23:49:00Z	Asia/Shanghai
city-1580142	Hưng Yên	Hong-Yen|Khungjen|Хунгйен|هونج ين	VN	118646	20.6464	106.0511	2026-12-20T23:27:00Z	Asia/Bangkok
city-3523149	Miramar		MX	118614	22.3609	-97.9	2026-12-21T13:07:00Z	America/Monterrey
city-2944368	Bremerhaven	Brėmerhafenas|Бремерхафен|不来梅哈芬|ブレーマーハーフェン	DE	118610	53.5536	8.5755	2026-12-21T07:40:00Z	Europe/Berlin
city-963516	Queenstown	EKomani|Квинстаун|昆士敦	ZA	118599	-31.8976	26.8753	2026-12-21T03:03:00Z	Africa/Johannesburg
city-141679	Bandar-e Anzalī	Bandar Anzali	IR	118564	37.4732	49.4579	2026-12-21T03:53:00Z	Asia/Tehran
city-1609899	Khlong Luang	คลองหลวง	TH	118551	14.0647	100.6458	2026-12-20T23:36:00Z	Asia/Bangkok
city-1279344	Ādilābād	ఆదిలాబాదు|ஆதிலாபாத்	IN	118526	19.672	78.5359	2026-12-21T01:15:00Z	Asia/Kolkata
city-5059163	Fargo	Fargas|Фарго|法戈|فارغو	US	118523	46.8772	-96.7898	2026-12-21T14:09:00Z	America/Chicago
city-2800931	Brugge	Bruges|Brujas|Brugia|Bruggy|Brygge|Брюгге|布吕赫|بروج	BE	118509	51.2089	3.2242	2026-12-21T07:49:00Z	Europe/Brussels
city-1268936	Jhunjhunūn	Jhunjhunu	IN	118473	28.1256	75.398	2026-12-21T01:46:00Z	Asia/Kolkata
city-3526798	Iguala de la Independencia	Игуала-де-ла-Индепенденсия|伊瓜拉自治市	MX	118468	18.3454	-99.5413	2026-12-21T13:05:00Z	America/Mexico_City
city-3447998	Sarandi		BR	118455	-23.4436	-51.8739	2026-12-21T08:38:00Z	America/Sao_Paulo
city-3447854	Senador Canedo		BR	118451	-16.7081	-49.0931	2026-12-21T08:41:00Z	America/Sao_Paulo
city-923295	Zomba	Зомба|松巴|ゾンバ	MW	118440	-15.386	35.3188	2026-12-21T03:05:00Z	Africa/Blantyre
city-1627610	Sepatan	Sepaitan	ID	118439	-6.1189	106.575	2026-12-20T22:37:00Z	Asia/Jakarta
city-1702649	Malita	Malit|مالیتا، داوائو غربی	PH	118438	6.415	125.6117	2026-12-20T21:43:00Z	Asia/Manila
city-3080165	Zielona Góra	Zeliona Gura|Зелёна-Гура|綠山城|جلونا غورا	PL	118433	51.9355	15.5064	2026-12-21T07:03:00Z	Europe/Warsaw
city-1269065	Jetpur	Jetpur Navagadh|杰普尔	IN	118302	21.7548	70.6235	2026-12-21T01:51:00Z	Asia/Kolkata
city-1253744	Uppal Kalan	Oopal|Pedda Uppal|Upal	IN	118259	17.4058	78.5591	2026-12-21T01:11:00Z	Asia/Kolkata
city-1230089	Pita Kotte		LK	118179	6.8905	79.9015	2026-12-21T00:46:00Z	Asia/Colombo
city-1712531	Guiguinto		PH	118173	14.8333	120.8833	2026-12-20T22:17:00Z	Asia/Manila
city-1270801	Gudivāda		IN	118167	16.4355	80.9955	2026-12-21T00:59:00Z	Asia/Kolkata
city-2262963	Setúbal	Setubalis|Сетубал|塞图巴尔|سيتوبال	PT	118166	38.5244	-8.8882	2026-12-21T07:49:00Z	Europe/Lisbon
city-3107784	Torrejón de Ardoz	Torechon de Ardosas|Торрехон-де-Ардос|托雷洪德亚尔多斯|トレホン・デ・アルドス	ES	118162	40.4554	-3.4697	2026-12-21T07:33:00Z	Europe/Madrid
city-2347954	Bama		NG	118121	11.5213	13.6895	2026-12-21T05:20:00Z	Africa/Lagos
city-2337659	Ilobu		NG	118089	7.8388	4.4867	2026-12-21T05:50:00Z	Africa/Lagos
city-1701537	Manolo Fortich	Maluko	PH	118075	8.3697	124.8644	2026-12-20T21:49:00Z	Asia/Manila
city-3460170	Jandira		BR	118045	-23.5275	-46.9025	2026-12-21T08:18:00Z	America/Sao_Paulo
city-3461859	Guaratinguetá	Гуаратингета	BR	118044	-22.8164	-45.1925	2026-12-21T08:13:00Z	America/Sao_Paulo
city-3836669	San Rafael	San Rafaelis|Сан-Рафаэль|聖拉斐爾|سان رافائيل، مندوزا	AR	118009	-34.6153	-68.3324	2026-12-21T09:17:00Z	America/Argentina/Mendoza
city-481453	Troparëvo	Тропарёво	RU	118000	55.6562	37.485	2026-12-21T05:57:00Z	Europe/Moscow
city-1277084	Bārān	Баран	IN	117992	25.1	76.5167	2026-12-21T01:34:00Z	Asia/Kolkata
city-1269939	Narmadapuram	Hoshangābād	IN	117988	22.7475	77.7274	2026-12-21T01:25:00Z	Asia/Kolkata
city-1278715	Amreli	अमरेली|அம்ரேலி|Amrelis|Амрели	IN	117967	21.5998	71.2117	2026-12-21T01:48:00Z	Asia/Kolkata
city-1608534	Nakhon Pathom	นครปฐม|Накхонпатхом|佛统	TH	117927	13.8196	100.0443	2026-12-20T23:38:00Z	Asia/Bangkok
city-352913	Manfalūţ	منفلوط	EG	117925	27.3126	30.9699	2026-12-21T04:41:00Z	Africa/Cairo
city-1860728	Kakegawa	掛川市|Какэгава|كاكيغاوا	JP	117925	34.7667	138.0167	2026-12-20T21:51:00Z	Asia/Tokyo
city-1863209	Handa	半田市|Ханда|هاندا	JP	117884	34.8833	136.9333	2026-12-20T21:56:00Z	Asia/Tokyo
city-1790920	Wushan	巫峡	CN	117873	31.0775	109.8764	2026-12-20T23:34:00Z	Asia/Shanghai
city-2395915	Abomey	Abomei|Абомей	BJ	117824	7.1829	1.9912	2026-12-21T05:59:00Z	Africa/Porto-Novo
city-2364104	Sokodé	Сокоде|索科德|ソコデ	TG	117811	8.9833	1.1333	2026-12-21T06:05:00Z	Africa/Lome
city-3471830	Araguari	Aragvaris|Арагуари|阿拉瓜里	BR	117808	-18.6472	-48.1872	2026-12-21T08:33:00Z	America/Sao_Paulo
city-757026	Tarnów	Tarnuvas|Тарнув|塔爾努夫|タルヌフ	PL	117799	50.0138	20.987	2026-12-21T06:32:00Z	Europe/Warsaw
city-2336589	Jalingo	Dzhalingo|Джалинго|جالنګو	NG	117757	8.8937	11.3596	2026-12-21T05:24:00Z	Africa/Lagos
city-233299	Ibanda		UG	117700	-0.134	30.4962	2026-12-21T03:52:00Z	Africa/Kampala
city-716935	Nyíregyháza	Nyredhaza|Ньиредьхаза|尼賴吉哈佐|نيرغهازا	HU	117689	47.9554	21.7167	2026-12-21T06:20:00Z	Europe/Budapest
city-1852964	Sano	佐野市|Сана|سانو	JP	117669	36.3167	139.5833	2026-12-20T21:49:00Z	Asia/Tokyo
city-1860063	Karatsu	唐津市|Карацу|كاراتسو	JP	117663	33.4425	129.9697	2026-12-20T22:20:00Z	Asia/Tokyo
city-1512165	Achinsk	Ачинск|Atchinsk|Atschinsk|Ačinsk|Aczyńsk|Atsjinsk|阿钦斯克|أتشينسك	RU	117634	56.2679	90.5015	2026-12-21T02:29:00Z	Asia/Krasnoyarsk
city-1259297	Pudukkottai	புதுக்கோட்டை|ପୁଡୁକ୍କୋଟ୍ଟାଇ|Puducotai|Pudukottai|Пудуккоттай	IN	117630	10.3813	78.8214	2026-12-21T00:57:00Z	Asia/Kolkata
city-2034754	Shunyi	顺义|Шуньи	CN	117623	40.1217	116.6478	2026-12-20T23:32:00Z	Asia/Shanghai
city-2639093	Rotherham	Roderamas|Ротерем|羅瑟勒姆|ロザラム	GB	117618	53.4301	-1.3568	2026-12-21T08:19:00Z	Europe/London
city-3980194	Ciudad de Villa de Álvarez	Вилья-де-Альварес	MX	117600	19.2672	-103.7378	2026-12-21T13:24:00Z	America/Mexico_City
city-1650077	Banyuwangi	Banjoewangi|Banjuwangi	ID	117558	-8.2325	114.3576	2026-12-20T22:02:00Z	Asia/Jakarta
city-2482908	Rouiba	الرويبة	DZ	117558	36.7383	3.2808	2026-12-21T06:55:00Z	Africa/Algiers
city-1213500	Tebingtinggi		ID	117530	3.3285	99.1625	2026-12-20T23:23:00Z	Asia/Jakarta
city-3718962	Tigwav	Petit-Goâve	HT	117504	18.4312	-72.8652	2026-12-21T11:19:00Z	America/Port-au-Prince
city-1261848	Narasaraopet	నరసరావుపేట|نراساراو پیٹ|纳拉萨拉奥佩特	IN	117489	16.2349	80.0493	2026-12-21T01:03:00Z	Asia/Kolkata
city-211734	Lisala	Лисале	CD	117464	2.1513	21.5167	2026-12-21T04:32:00Z	Africa/Kinshasa
city-1184055	Badin	بدين|Бадин	PK	117455	24.656	68.837	2026-12-21T02:04:00Z	Asia/Karachi
city-2362909	Banfora	Банфору|邦福拉|バンフォラ	BF	117452	10.6406	-4.7528	2026-12-21T06:32:00Z	Africa/Ouagadougou
city-3874787	Punta Arenas	Punta Arenasas|Пунта Аренас|蓬塔阿雷纳斯|プンタ・アレーナス	CL	117430	-53.1628	-70.9092	2026-12-21T08:13:00Z	America/Punta_Arenas
city-889453	Kadoma	Кадоме|卡多馬|カドマ	ZW	117381	-18.3333	29.9153	2026-12-21T03:21:00Z	Africa/Harare
city-1699755	Midsayap		PH	117365	7.1908	124.5303	2026-12-20T21:48:00Z	Asia/Manila
city-1309937	Pyin Oo Lwin	Maymo|Maymyo|Meimyu	MM	117303	22.035	96.4568	2026-12-21T00:08:00Z	Asia/Yangon
city-4151316	Clearwater	Klirvoteris|Клируотер|克利爾沃特|كليرواتر	US	117292	27.9658	-82.8001	2026-12-21T12:18:00Z	America/New_York
city-1711718	Himamaylan		PH	117286	10.0989	122.8706	2026-12-20T22:00:00Z	Asia/Manila
city-4391812	Independence	Independensas|Индепенденс|独立城|إنديبندنس	US	117255	39.0911	-94.4155	2026-12-21T13:33:00Z	America/Chicago
city-4005143	Heroica Guaymas	Guaymas|Гуаймас|瓜伊馬斯	MX	117253	27.9199	-110.8989	2026-12-21T14:11:00Z	America/Hermosillo
city-1640581	Kedungwuni	Kedoengwoeni	ID	117249	-6.9704	109.6479	2026-12-20T22:23:00Z	Asia/Jakarta
city-215976	Ilebo	Илебо	CD	117245	-4.3311	20.5864	2026-12-21T04:24:00Z	Africa/Lubumbashi
city-3149318	Kristiansand	Кристиансанн|克里斯蒂安桑	NO	117237	58.1467	7.9956	2026-12-21T08:13:00Z	Europe/Oslo
city-2035966	Longjing	Liu-tao-kou|Lung-ching|Lung-ching-chen|龙井	CN	117185	42.7713	129.4231	2026-12-20T22:49:00Z	Asia/Shanghai
city-986846	Kroonstad	Крунстад|克龍斯塔德	ZA	117152	-27.6504	27.2349	2026-12-21T03:12:00Z	Africa/Johannesburg
city-2848273	Remscheid	Remšeidas|Ремшайд|雷姆沙伊德|رمشايد	DE	117118	51.1798	7.1925	2026-12-21T07:33:00Z	Europe/Berlin
city-5640350	Billings	Billings Metropolitan Area|Área metropolitana de Billings|Биллингс|ビリングス	US	117116	45.7833	-108.5007	2026-12-21T14:52:00Z	America/Denver
city-3445782	Umuarama		BR	117095	-23.7664	-53.325	2026-12-21T08:43:00Z	America/Sao_Paulo
city-792078	Čačak	Čačakas|Чачак|查查克|تشاتشاك	RS	117072	43.8914	20.3497	2026-12-21T06:10:00Z	Europe/Belgrade
city-4984247	Ann Arbor	An Arboras|Анн-Арбор|安娜堡|آن آربر	US	117070	42.2776	-83.7409	2026-12-21T13:00:00Z	America/Detroit
city-1705536	Los Baños	Лос-Баньос	PH	117030	14.1702	121.2418	2026-12-20T22:14:00Z	Asia/Manila
city-2289549	Duekoué		CI	117023	6.742	-7.3492	2026-12-21T06:35:00Z	Africa/Abidjan
city-1258126	Rishra		IN	117014	22.7239	88.3456	2026-12-21T00:42:00Z	Asia/Kolkata
city-6317953	Pinhais		BR	117000	-25.4447	-49.1925	2026-12-21T08:23:00Z	America/Sao_Paulo
city-1500973	Kyzyl	Кызыл|Kysyl|Kyzył|Kızıl|Kyzylas|Kîzîl|克孜勒|كيزيل	RU	116983	51.7111	94.4378	2026-12-21T01:46:00Z	Asia/Krasnoyarsk
city-2520600	Cadiz	Cadis|Cadix|Cádice|Kadyks|Kadisas|Кадис|加的斯|قادس	ES	116979	36.5267	-6.2891	2026-12-21T07:33:00Z	Europe/Madrid
city-3100796	Dąbrowa Górnicza	Dombrova Gurniča|Домброва-Гурнича|栋布罗瓦古尔尼恰|ドンブロヴァ・グルニチャ	PL	116971	50.3339	19.2048	2026-12-21T06:40:00Z	Europe/Warsaw
city-356989	Fāqūs	فاقوس	EG	116945	30.7282	31.797	2026-12-21T04:46:00Z	Africa/Cairo
city-1684681	Tacurong	Tacurong City	PH	116945	6.6925	124.6764	2026-12-20T21:47:00Z	Asia/Manila
city-1862302	Hōfu	防府	JP	116925	34.05	131.5667	2026-12-20T22:15:00Z	Asia/Tokyo
city-3682281	Funza		CO	116890	4.7164	-74.212	2026-12-21T10:59:00Z	America/Bogota
city-1858794	Kōnosu	鴻巣	JP	116828	36.0687	139.5168	2026-12-20T21:48:00Z	Asia/Tokyo
city-1626560	Soreang	Sereang	ID	116780	-7.0331	107.5183	2026-12-20T22:32:00Z	Asia/Jakarta
city-13607653	Smolyanskyi	Kujbishevs'kij|Kujbishevs'kij rajon|Kuybyshev District|Куйбишевський	UA	116779	48.0144	37.7359	2026-12-21T05:16:00Z	Europe/Kyiv
city-2042893	Manp’o	Mampochin|Manhochin|Manp'o-up	KP	116760	41.1547	126.2894	2026-12-20T22:56:00Z	Asia/Pyongyang
city-1262578	Muktsar		IN	116747	30.4743	74.5166	2026-12-21T01:54:00Z	Asia/Kolkata
city-5345743	El Monte	Эль-Монте|艾爾蒙地|إل مونتي	US	116732	34.0686	-118.0276	2026-12-21T14:54:00Z	America/Los_Angeles
city-3176746	Forlì	Форли|フォルリ	IT	116696	44.2218	12.0414	2026-12-21T06:44:00Z	Europe/Rome
city-1278083	Azamgarh	आज़मगढ़|আজমগড়|Азамгарх	IN	116644	26.0683	83.1836	2026-12-21T01:10:00Z	Asia/Kolkata
city-229380	Masaka	Масаки	UG	116600	-0.3338	31.7341	2026-12-21T03:47:00Z	Africa/Kampala
city-1584784	Cờ Đỏ	Co Do	VN	116576	10.0938	105.4292	2026-12-20T23:10:00Z	Asia/Ho_Chi_Minh
city-1518542	Taldykorgan	Taldyqorghan|Талдыкорган|Taldykourgan|Taldıqorğan|Tałdykorgan|Taldikorgan|塔爾迪庫爾干|تالديكورغان	KZ	116558	45.0156	78.3739	2026-12-21T02:21:00Z	Asia/Almaty
city-1809408	Gulin	古蔺	CN	116527	28.0422	105.8104	2026-12-20T23:44:00Z	Asia/Shanghai
city-1276895	Barnāla	Барнала	IN	116449	30.3745	75.5487	2026-12-21T01:50:00Z	Asia/Kolkata
city-1252758	Yelahanka	য়েলাহান্কা|یلہانکا|耶拉汉卡	IN	116447	13.1007	77.5963	2026-12-21T01:07:00Z	Asia/Kolkata
city-1614295	Pattaya	พัทยา|Паттайя|芭達亞	TH	116417	12.9333	100.8833	2026-12-20T23:33:00Z	Asia/Bangkok
city-1274040	Chittorgarh	Chittaurgarh	IN	116406	24.8896	74.624	2026-12-21T01:42:00Z	Asia/Kolkata
city-1815276	Chenggu	Ch'eng-ku|Ch'eng-ku-hsien|Chengu	CN	116375	33.1492	107.3258	2026-12-20T23:50:00Z	Asia/Shanghai
city-2989317	Orléans	Orleães|Orlean|Orleanas|Орлеан|奥尔良|أورليان	FR	116344	47.9025	1.9041	2026-12-21T07:39:00Z	Europe/Paris
city-2982652	Rouen	Rouan|Erruan|Ruan|Ruão|Ruanas|Руан|鲁昂|روان	FR	116331	49.4431	1.0993	2026-12-21T07:49:00Z	Europe/Paris
city-1254432	Tinsukia		IN	116322	27.489	95.3599	2026-12-21T00:24:00Z	Asia/Kolkata
city-5443910	Westminster	Вестминстер|威斯敏斯特|وستمنستر	US	116317	39.8366	-105.0372	2026-12-21T14:18:00Z	America/Denver
city-1807301	Dasha	大沙|Даша	CN	116307	23.1104	113.4418	2026-12-20T23:03:00Z	Asia/Shanghai
city-2033536	Yakeshi	Якэши	CN	116284	49.2833	120.7333	2026-12-20T23:49:00Z	Asia/Shanghai
city-155101	Makumbako	Makambako	TZ	116232	-8.85	34.8333	2026-12-21T03:19:00Z	Africa/Dar_es_Salaam
city-1266928	Khargone	Khargon	IN	116150	21.8229	75.6139	2026-12-21T01:31:00Z	Asia/Kolkata
city-3632929	Mariara		VE	116142	10.2953	-67.7177	2026-12-21T10:43:00Z	America/Caracas
city-1714956	Digos	Digos City	PH	116122	6.7497	125.3572	2026-12-20T21:44:00Z	Asia/Manila
city-2508287	Aïn Beïda	Aine Beida	DZ	116064	35.7964	7.3928	2026-12-21T06:36:00Z	Africa/Algiers
city-32909	Shahre Jadide Andisheh	شهر جدید اندیشه	IR	116062	35.6803	51.0193	2026-12-21T03:42:00Z	Asia/Tehran
city-3130583	Alcobendas	Alkobendasas|Алькобендас|阿尔科文达斯|ألكوبينداس	ES	116037	40.5475	-3.642	2026-12-21T07:34:00Z	Europe/Madrid
city-2419472	Kissidougou	Кисидугу	GN	116019	9.1848	-10.0999	2026-12-21T06:51:00Z	Africa/Conakry
city-4724129	Round Rock	Raund Rokas|Раунд-Рок|朗德羅克|راوند روكس	US	115997	30.5083	-97.6789	2026-12-21T13:24:00Z	America/Chicago
city-520068	Noginsk	Ногинск|Noguinsk|Noginskas|Noghinsk|諾金斯克|نوجينسك	RU	115979	55.8649	38.4485	2026-12-21T05:55:00Z	Europe/Moscow
city-3626219	Tinaquillo	蒂納基約	VE	115937	9.9186	-68.3047	2026-12-21T10:45:00Z	America/Caracas
city-4499379	Wilmington	Уилмингтон|威尔明顿|ويلمينغتون	US	115933	34.2356	-77.946	2026-12-21T12:14:00Z	America/New_York
city-1717641	Cavite City	Lungsod ng Kabite|Cavite|Кавите|甲米地|カヴィテ	PH	115932	14.4837	120.8988	2026-12-20T22:16:00Z	Asia/Manila
city-6332428	East Harlem	Harlem del Este|Spanish Harlem|Восточный Гарлем|东哈莱姆|スパニッシュ・ハーレム	US	115921	40.7947	-73.9425	2026-12-21T12:16:00Z	America/New_York
city-3463140	Formosa	福莫薩|포르모자	BR	115901	-15.5372	-47.3344	2026-12-21T08:36:00Z	America/Sao_Paulo
city-3427833	Tandil	Tandilis|Тандиль|坦迪爾|تانديل	AR	115877	-37.3287	-59.1369	2026-12-21T08:32:00Z	America/Argentina/Buenos_Aires
city-2743856	Zoetermeer	Zeutermaer	NL	115845	52.0575	4.4931	2026-12-21T07:48:00Z	Europe/Amsterdam
city-1238992	Sri Jayewardenepura Kotte	கோட்டே|Sri Jayawardenepura|Kotte|Sri Jayawardenapura|Šri Džajavardenepura|Sri Jayewardanapura Kotte|Шри-Джаяварденепура-Котте|スリジャヤワルダナプラコッテ	LK	115826	6.883	79.9071	2026-12-21T00:46:00Z	Asia/Colombo
city-6822174	Nasushiobara	那須塩原|Насусиобара|那須鹽原市	JP	115794	36.9768	140.0664	2026-12-20T21:49:00Z	Asia/Tokyo
city-3466692	Catanduva	Катандува	BR	115791	-21.1378	-48.9728	2026-12-21T08:31:00Z	America/Sao_Paulo
city-3445446	Várzea Paulista	Secundino Veiga	BR	115771	-23.2114	-46.8283	2026-12-21T08:18:00Z	America/Sao_Paulo
city-359212	Banī Mazār	بني مزار	EG	115759	28.4946	30.8053	2026-12-21T04:45:00Z	Africa/Cairo
city-1163724	Taunsa		PK	115704	30.7036	70.6505	2026-12-21T02:10:00Z	Asia/Karachi
city-467978	Yelets	Елец|Ielets|Jelez|Elec|Jelec|Jelets|叶列茨|ييليتس	RU	115688	52.6144	38.5093	2026-12-21T05:35:00Z	Europe/Moscow
city-3114256	Parla	Парла|帕尔拉|بارلا	ES	115611	40.236	-3.7675	2026-12-21T07:34:00Z	Europe/Madrid
city-1818020	Anliu	An-liu-hsu|Anliu Zhen|Heng-liu-tu|安流	CN	115560	23.6982	115.6795	2026-12-20T22:55:00Z	Asia/Shanghai
city-3451329	Ribeirão Pires		BR	115559	-23.7106	-46.4133	2026-12-21T08:16:00Z	America/Sao_Paulo
city-511510	Novo-Peredelkino	Ново-Переделкино	RU	115536	55.6453	37.3358	2026-12-21T05:58:00Z	Europe/Moscow
city-1277780	Baidyabāti		IN	115504	22.785	88.3259	2026-12-21T00:42:00Z	Asia/Kolkata
city-2327143	Okigwe	Okigwi	NG	115499	5.8292	7.3506	2026-12-21T05:35:00Z	Africa/Lagos
city-385038	Ar Rifā‘	اَلرِّفَاع	BH	115495	26.13	50.555	2026-12-21T03:21:00Z	Asia/Bahrain
city-690548	Uzhhorod	Ужгород|Użhorod|Oujhorod|Uschgorod|Úzhgorod|Oezjhorod|乌日霍罗德|ウージュホロド	UA	115449	48.6242	22.2947	2026-12-21T06:20:00Z	Europe/Kyiv
city-232066	Kasese	Касесе|卡塞塞	UG	115400	0.1833	30.0833	2026-12-21T03:54:00Z	Africa/Kampala
city-1804169	Lengshuijiang	冷水江市|Lãnh Thủy Giang|렁수이장 시	CN	115399	27.6881	111.4294	2026-12-20T23:20:00Z	Asia/Shanghai
city-1791536	Tianfu	天福	CN	115370	37.2637	122.0523	2026-12-20T23:02:00Z	Asia/Shanghai
city-5412199	Arvada	Арвада|阿瓦達|أرفادا	US	115368	39.8028	-105.0875	2026-12-21T14:18:00Z	America/Denver
city-2128574	Otaru	小樽市|Отару|أوتارو	JP	115333	43.1894	141.0022	2026-12-20T22:04:00Z	Asia/Tokyo
city-1682659	Tayabas	Lungsod ng Tayabas	PH	115318	14.0259	121.5929	2026-12-20T22:12:00Z	Asia/Manila
city-1710544	Iriga City	Iriga	PH	115306	13.4324	123.4115	2026-12-20T22:04:00Z	Asia/Manila
city-933945	Vacoas	Phoenix|Vacoa|Vacoas-Phoenix	MU	115289	-20.2981	57.4783	2026-12-21T01:27:00Z	Indian/Mauritius
city-4672989	Beaumont	Bomontas|Бомонт|博蒙特|بومونت	US	115282	30.0861	-94.1018	2026-12-21T13:08:00Z	America/Chicago
city-3183719	Vlorë	Avlonya|Vlora|Valona|Wlora|Vliorė|Влёра|发罗拉|فلوره	AL	115261	40.4696	19.4838	2026-12-21T06:02:00Z	Europe/Tirane
city-5780026	Provo	Provas|Прово|普若佛|بروفو	US	115162	40.2338	-111.6585	2026-12-21T14:46:00Z	America/Denver
city-1276736	Bastī	Басти	IN	115115	26.7882	82.7162	2026-12-21T01:13:00Z	Asia/Kolkata
city-4905687	Peoria	Пеория|皮奥里亚|بيوريا	US	115070	40.6936	-89.589	2026-12-21T13:19:00Z	America/Chicago
city-1513604	Xiva	Хива|Khiva|Jiva|Chiwa|Hiva|Chiva|خيوة	UZ	115000	41.3856	60.3641	2026-12-21T03:21:00Z	Asia/Samarkand
city-752015	Amasya	Amásia|Amasija|Амасья|阿馬西亞|أماصيا	TR	114921	40.6533	35.8331	2026-12-21T04:57:00Z	Europe/Istanbul
city-3844421	Mendoza	Capital megye|Mendosa|Мендоса|门多萨|مندوزا	AR	114893	-32.8895	-68.8458	2026-12-21T09:24:00Z	America/Argentina/Mendoza
city-1147290	Balkh	بلخ|Balx|Balch|Balj|Belh|Balchas|Балх|巴尔赫	AF	114883	36.7563	66.8972	2026-12-21T02:41:00Z	Asia/Kabul
city-1800498	Mingshui	Chang-ch'iu|Ming-shui-chen|Zhangqiu	CN	114858	36.7167	117.5	2026-12-20T23:18:00Z	Asia/Shanghai
city-5334223	Carlsbad	Карлсбад|卡尔斯巴德|كارلسباد	US	114746	33.1581	-117.3506	2026-12-21T14:49:00Z	America/Los_Angeles
city-187896	Mandera	Мандере	KE	114718	3.9373	41.8569	2026-12-21T03:14:00Z	Africa/Nairobi
city-1798131	Qiaotou	桥头	CN	114712	36.935	101.6736	2026-12-21T00:22:00Z	Asia/Shanghai
city-616635	Gyumri	Գյումրի|Gjumri|Giumri|Gjoemri|Gümrü|Ghiumri|Гюмри|久姆里	AM	114667	40.7931	43.8464	2026-12-21T04:25:00Z	Asia/Yerevan
city-300797	Silopi	Силопи	TR	114645	37.2438	42.4635	2026-12-21T04:20:00Z	Europe/Istanbul
city-1271662	Gangavati	Gangawati	IN	114642	15.4313	76.5293	2026-12-21T01:15:00Z	Asia/Kolkata
city-1278815	Ambur	ஆம்பூர்|آمبور|阿姆布尔	IN	114608	12.7916	78.7164	2026-12-21T01:02:00Z	Asia/Kolkata
city-3098722	Gorzów Wielkopolski	Gožuvas|Гожув-Велькопольски|大波蘭地區戈茹夫|غورجوف ويلكوبولسكي	PL	114567	52.7337	15.225	2026-12-21T07:09:00Z	Europe/Warsaw
city-6318694	Simões Filho		BR	114559	-12.7844	-38.4039	2026-12-21T08:05:00Z	America/Bahia
city-1271175	Giridih	गिरीडीह|গিরিডি	IN	114533	24.1862	86.3088	2026-12-21T00:53:00Z	Asia/Kolkata
city-1182829	Phool Nagar	Mianke Mor	PK	114530	31.2024	73.9486	2026-12-21T01:58:00Z	Asia/Karachi
city-1692214	Quezon	Кесон	PH	114521	7.7303	125.0989	2026-12-20T21:47:00Z	Asia/Manila
city-2473247	Aryanah	أريانة|Arjana|Aryana|Арьяна|艾尔亚奈	TN	114486	36.8601	10.1934	2026-12-21T06:28:00Z	Africa/Tunis
city-1185920	Tungipara	Tongipara	BD	114482	22.8998	89.9033	2026-12-21T00:36:00Z	Asia/Dhaka
city-2112656	Ichinoseki	一関市|Ičinosekis|Итиносеки|一关市	JP	114476	38.9167	141.1333	2026-12-20T21:50:00Z	Asia/Tokyo
city-2491889	Khenchela	خنشلة	DZ	114472	35.4358	7.1433	2026-12-21T06:36:00Z	Africa/Algiers
city-1609776	Khon Kaen	ขอนแก่น|Khonken|Khonkenas|Кхонкэн|孔敬	TH	114459	16.4467	102.833	2026-12-20T23:32:00Z	Asia/Bangkok
city-5527554	Odessa	Одесса|敖德薩|أوديسا	US	114428	31.8457	-102.3676	2026-12-21T13:46:00Z	America/Chicago
city-3466696	Catalão		BR	114427	-18.1658	-47.9464	2026-12-21T08:33:00Z	America/Sao_Paulo
city-1163952	Tando Muhammad Khan	Tando Mohammad Khan	PK	114406	25.1238	68.5368	2026-12-21T02:06:00Z	Asia/Karachi
city-4250542	Springfield	Springfildas|Спрингфилд|斯普林菲尔德|سبرينج فيلد، إلينوي	US	114394	39.8017	-89.6437	2026-12-21T13:16:00Z	America/Chicago
city-3688256	Guadalajara de Buga	Буга|布加	CO	114316	3.9009	-76.2978	2026-12-21T11:06:00Z	America/Bogota
city-1632998	Pamanukan	Pamanoekan	ID	114290	-6.2842	107.8106	2026-12-20T22:32:00Z	Asia/Jakarta
city-3402000	Codó	Urubu	BR	114275	-4.4553	-43.8856	2026-12-21T08:42:00Z	America/Fortaleza
city-1569684	Pleiku	Plây Cu|波來古市|Plei Cu|Плейку|プレイク	VN	114225	13.9833	108.0	2026-12-20T23:07:00Z	Asia/Ho_Chi_Minh
city-5343858	Downey	Daunis|Дауни|唐尼|داوني	US	114219	33.94	-118.1326	2026-12-21T14:54:00Z	America/Los_Angeles
city-2188164	Lower Hutt	Awakairangi|Louer Hatas|Лоуэр-Хатт|下哈特|로워헛	NZ	114200	-41.2167	174.9167	2026-12-20T16:43:00Z	Pacific/Auckland
city-1785545	Yuyao	余姚|Юяо	CN	114177	30.05	121.1494	2026-12-20T22:47:00Z	Asia/Shanghai
city-1863018	Hatsukaichi	廿日市市|Хацукаити|هاتسوکایجي	JP	114173	34.35	132.3333	2026-12-20T22:13:00Z	Asia/Tokyo
city-11101593	Tung Chung	东涌	HK	114100	22.2878	113.9424	2026-12-20T22:59:00Z	Asia/Hong_Kong
city-3440714	Salto	Saltas|Сальто|萨尔托|سالتو، أوروغواي	UY	114084	-31.3881	-57.9598	2026-12-21T08:44:00Z	America/Montevideo
city-300822	Siirt	Sêrt|Sirtas|Сиирт|錫爾特|سعرد	TR	114034	37.9293	41.9413	2026-12-21T04:24:00Z	Europe/Istanbul
city-2033147	Zhaozhou	Чжаочжоу	CN	114009	45.706	125.2661	2026-12-20T23:16:00Z	Asia/Shanghai
city-3629614	Punta Cardón	Пунта-Кардон	VE	113999	11.6581	-70.215	2026-12-21T10:56:00Z	America/Caracas
city-919544	Chililabombwe	Bancroft|Chilabombwe|Chiliabombwe	ZM	113876	-12.3648	27.8229	2026-12-21T03:41:00Z	Africa/Lusaka
city-2633521	Worthing	ワージング	GB	113866	50.818	-0.3754	2026-12-21T08:01:00Z	Europe/London
city-3995019	Navojoa	Навохоа|納沃華	MX	113836	27.0706	-109.4434	2026-12-21T14:03:00Z	America/Hermosillo
city-2327879	Offa	Оффа	NG	113830	8.1491	4.7207	2026-12-21T05:50:00Z	Africa/Lagos
city-1489530	Tobolsk	Тобольск	RU	113800	58.1981	68.2546	2026-12-21T04:13:00Z	Asia/Yekaterinburg
city-1252942	Wardha	वर्धा|ওয়ারধা|Vardhá|Вардха	IN	113759	20.7393	78.5978	2026-12-21T01:17:00Z	Asia/Kolkata
city-1168226	Pattoki	پتوكى|Паттоки	PK	113735	31.0202	73.8533	2026-12-21T01:58:00Z	Asia/Karachi
city-3463690	Eunápolis		BR	113710	-16.3775	-39.5803	2026-12-21T08:03:00Z	America/Bahia
city-1791706	Wayaobu	An-ting|An-ting-hsien|Tzu-ch'ang	CN	113698	37.1361	109.6597	2026-12-20T23:51:00Z	Asia/Shanghai
city-1862636	Hikone	彦根市|Хиконэ	JP	113647	35.25	136.25	2026-12-20T21:59:00Z	Asia/Tokyo
city-1856243	Nagahama	長浜市|Нагахама	JP	113636	35.3833	136.2667	2026-12-20T22:00:00Z	Asia/Tokyo
city-1798713	Pingshan	平山	CN	113631	22.9938	114.7131	2026-12-20T22:57:00Z	Asia/Shanghai
city-2035399	Songyuan	松原|Сунъюань|쑹위안 시	CN	113611	45.129	124.8277	2026-12-20T23:16:00Z	Asia/Shanghai
city-1801615	Maba	Ch'u-chiang|Ma-pa|Ma-pa-hsu|马坝	CN	113609	24.6841	113.5984	2026-12-20T23:05:00Z	Asia/Shanghai
city-2651123	Doncaster	Donkasteris|Донкастер|唐卡斯特|دونكاستر	GB	113566	53.5228	-1.1312	2026-12-21T08:19:00Z	Europe/London
city-1587759	Bình Thủy		VN	113565	10.0743	105.7397	2026-12-20T23:09:00Z	Asia/Ho_Chi_Minh
city-1714201	Dumaguete	Dumaguete City|Думагете|朗芒芽地|ドゥマゲテ	PH	113541	9.3065	123.3077	2026-12-20T21:57:00Z	Asia/Manila
city-2516395	Jaén	Хаэн|جيان|ハエン	ES	113457	37.7692	-3.7903	2026-12-21T07:27:00Z	Europe/Madrid
city-3101619	Chorzów	Chožuvas|Хожув|霍茹夫|خوجوف	PL	113430	50.3058	18.9742	2026-12-21T06:41:00Z	Europe/Warsaw
city-2249222	Louga	Luga|Луга|لوغا	SN	113365	15.6187	-16.2244	2026-12-21T07:27:00Z	Africa/Dakar
city-5116495	Elmhurst	Elmcherst|Middeburgh|Middelburg|إلم هرست|艾姆赫斯特	US	113364	40.7365	-73.8779	2026-12-21T12:16:00Z	America/New_York
city-3460960	Itabira	Итабира|伊塔比拉	BR	113343	-19.6192	-43.2269	2026-12-21T08:11:00Z	America/Sao_Paulo
city-3625207	Yaritagua		VE	113343	10.0808	-69.1242	2026-12-21T10:48:00Z	America/Caracas
city-1165635	Shahdadpur	شهدادبور|沙赫达德布尔	PK	113342	25.9254	68.6228	2026-12-21T02:08:00Z	Asia/Karachi
city-5339840	Costa Mesa	Коста-Меса|科斯塔梅薩|كوستا ميسا	US	113204	33.6411	-117.9187	2026-12-21T14:52:00Z	America/Los_Angeles
city-1176022	Jauharabad	Joharabad	PK	113188	32.2902	72.2818	2026-12-21T02:08:00Z	Asia/Karachi
city-4164167	Miami Gardens	Майами-Гарденс|迈阿密花园|ميامي غاردنز	US	113187	25.942	-80.2456	2026-12-21T12:04:00Z	America/New_York
city-2653225	Chesterfield	Česterfildas|Честерфилд|チェスターフィールド|체스터필드	GB	113057	53.25	-1.4167	2026-12-21T08:18:00Z	Europe/London
city-4903976	North Peoria		US	113004	40.7175	-89.5843	2026-12-21T13:19:00Z	America/Chicago
city-495344	Shchyolkovo	Щёлково|Shchelkovo	RU	113000	55.925	37.9722	2026-12-21T05:57:00Z	Europe/Moscow
city-361329	Al Fashn	الفشن	EG	112999	28.8231	30.899	2026-12-21T04:45:00Z	Africa/Cairo
city-5347335	Fairfield	Ferfildas|Фэрфилд|費爾菲爾德|فيرفيلد	US	112970	38.2494	-122.04	2026-12-21T15:21:00Z	America/Los_Angeles
city-3557846	Guanabacoa		CU	112964	23.1252	-82.3007	2026-12-21T12:06:00Z	America/Havana
city-2530048	Taourirt		MA	112908	34.4073	-2.8973	2026-12-21T07:14:00Z	Africa/Casablanca
city-3392734	Paulo Afonso	Паулу-Афонсу|保罗·阿方索城	BR	112870	-9.4061	-38.2147	2026-12-21T08:11:00Z	America/Bahia
city-347591	Ţalkhā	طلخا	EG	112851	31.0539	31.3779	2026-12-21T04:48:00Z	Africa/Cairo
city-1162813	Vihari	Vehari	PK	112840	30.0445	72.3556	2026-12-21T02:02:00Z	Asia/Karachi
city-1848382	Youkaichi	八日市市	JP	112819	35.1163	136.1977	2026-12-20T21:59:00Z	Asia/Tokyo
city-2034497	Taonan	光明|Guangming|Таонань	CN	112819	45.3332	122.7846	2026-12-20T23:25:00Z	Asia/Shanghai
city-1859586	Kazo	加須市|Кадзо|كازو	JP	112792	36.1167	139.6	2026-12-20T21:48:00Z	Asia/Tokyo
city-3589289	Santa Lucía Cotzumalguapa	Santa Lucia	GT	112780	14.3351	-91.0234	2026-12-21T12:24:00Z	America/Guatemala
city-2702979	Jönköping	Jonšiopingas|Йёнчёпинг|延雪平|يونشوبينغ	SE	112766	57.7814	14.1562	2026-12-21T07:46:00Z	Europe/Stockholm
city-1255264	Tadepalligudem	Tādepallegūdem	IN	112655	16.8147	81.5272	2026-12-21T00:58:00Z	Asia/Kolkata
city-1809077	Haikou	海口	CN	112644	24.7798	102.5755	2026-12-20T23:49:00Z	Asia/Shanghai
city-4998830	Lansing	Lansingas|Лансинг|兰辛|لانسنغ	US	112644	42.7325	-84.5555	2026-12-21T13:05:00Z	America/Detroit
city-1274767	Chanduasi	Chandausi	IN	112635	28.4518	78.7828	2026-12-21T01:33:00Z	Asia/Kolkata
city-1277939	Bagaha		IN	112634	27.0992	84.09	2026-12-21T01:08:00Z	Asia/Kolkata
city-1497917	Nefteyugansk	Нефтеюганск	RU	112632	61.0998	72.6035	2026-12-21T04:23:00Z	Asia/Yekaterinburg
city-2847736	Reutlingen	Roitlingenas|Ройтлинген|罗伊特林根|رويتلينغن	DE	112627	48.4914	9.2043	2026-12-21T07:12:00Z	Europe/Berlin
city-5110918	Bushwick	Бушуик|布希維克	US	112620	40.6943	-73.9188	2026-12-21T12:16:00Z	America/New_York
city-3625710	Upata		VE	112617	8.0162	-62.4056	2026-12-21T10:18:00Z	America/Caracas
city-1795857	Shaowu	邵武	CN	112585	27.3409	117.4831	2026-12-20T22:55:00Z	Asia/Shanghai
city-1280570	Mengmao	勐卯	CN	112578	24.0014	97.865	2026-12-21T00:07:00Z	Asia/Shanghai
city-1638284	Lawang		ID	112540	-7.8353	112.6947	2026-12-20T22:10:00Z	Asia/Jakarta
city-3397893	Itacoatiara	Serpa	BR	112520	-3.1431	-58.4442	2026-12-21T09:43:00Z	America/Manaus
city-667873	Satu Mare	Szatmárnémeti|Sathmar|Сату-Маре|薩圖馬雷|ساتو ماري	RO	112490	47.7993	22.8625	2026-12-21T06:15:00Z	Europe/Bucharest
city-3465059	Cubatão	Ciwbao|Koumpatao|Kuba|Кубатао|库巴唐	BR	112476	-23.895	-46.4253	2026-12-21T08:15:00Z	America/Sao_Paulo
city-2036337	Kaiyuan	Кайюань	CN	112462	42.5331	124.0403	2026-12-20T23:10:00Z	Asia/Shanghai
city-191299	Kisii	基西	KE	112417	-0.6817	34.7667	2026-12-21T03:34:00Z	Africa/Nairobi
city-128321	Kāzerūn	Казеруна	IR	112360	29.6192	51.6535	2026-12-21T03:24:00Z	Asia/Tehran
city-1279390	Achalpur	অচলপুর|अचलपूर|阿恰尔普尔	IN	112311	21.2567	77.5101	2026-12-21T01:23:00Z	Asia/Kolkata
city-3640226	Guanare	Gvanarė|Гуанаре|瓜納雷|グアナレ	VE	112286	9.0393	-69.7336	2026-12-21T10:49:00Z	America/Caracas
city-1916012	Wuzhishan	五指山市	CN	112269	18.7823	109.5013	2026-12-20T23:10:00Z	Asia/Shanghai
city-5119167	Gravesend		US	112229	40.5976	-73.9651	2026-12-21T12:16:00Z	America/New_York
city-5043473	Rochester	Рочестер|羅徹斯特|روتشيستر	US	112225	44.0216	-92.4699	2026-12-21T13:41:00Z	America/Chicago
city-1270994	Gondal		IN	112197	21.9607	70.8025	2026-12-21T01:51:00Z	Asia/Kolkata
city-1181163	Chichawatni		PK	112191	30.5301	72.6916	2026-12-21T02:02:00Z	Asia/Karachi
city-1203344	Farīdpur		BD	112187	23.6061	89.8406	2026-12-21T00:38:00Z	Asia/Dhaka
city-3587345	Apopa		SV	112158	13.8072	-89.1792	2026-12-21T12:15:00Z	America/El_Salvador
city-1718306	Carmona		PH	112140	14.3132	121.0576	2026-12-20T22:15:00Z	Asia/Manila
city-1707404	Laoag	Lungsod ng Laoag|Лаоаг|佬沃|ラオアグ	PH	112117	18.1978	120.5957	2026-12-20T22:24:00Z	Asia/Manila
city-4890864	Elgin	Элджин|埃爾金|إلجين	US	112111	42.0373	-88.2812	2026-12-21T13:18:00Z	America/Chicago
city-1261012	Dharashiv	Osmanabad|ওসমানাবাদ|Османабад|奥斯马纳巴德	IN	112085	18.1816	76.0389	2026-12-21T01:22:00Z	Asia/Kolkata
city-1789496	Xigang	习岗	CN	112061	38.5526	106.3481	2026-12-21T00:08:00Z	Asia/Shanghai
city-1259385	Port Blair	पोर्ट ब्लेयर|পোর্ট ব্লেয়ার|Port Bleras|Порт-Блэр	IN	112050	11.6661	92.7464	2026-12-21T00:04:00Z	Asia/Kolkata
city-3523183	Minatitlán	Минатитлан|米納蒂特蘭	MX	112046	18.0001	-94.5569	2026-12-21T12:45:00Z	America/Mexico_City
city-2343093	Esuk Oron		NG	112033	4.8029	8.2534	2026-12-21T05:30:00Z	Africa/Lagos
city-378231	Atbara	عطبرة|Atbarah|Атбаре|阿特巴拉	SD	112021	17.7022	33.9864	2026-12-21T04:10:00Z	Africa/Khartoum
city-3164419	Vicenza	Vicence|Виченца|ヴィチェンツァ	IT	111980	45.5467	11.5475	2026-12-21T06:51:00Z	Europe/Rome
city-4013714	Ciudad Guzmán	Сьюдад-Гусман|古斯曼城|ثيوداد جوثمان	MX	111975	19.7041	-103.4638	2026-12-21T13:24:00Z	America/Mexico_City
city-2177091	Ballarat	Balaratas|Балларат|巴拉瑞特|بالارات	AU	111973	-37.5662	143.8496	2026-12-20T18:59:00Z	Australia/Melbourne
city-3600704	Tocoa	Токоа	HN	111972	15.6833	-86.0	2026-12-21T12:06:00Z	America/Tegucigalpa
city-5784549	West Jordan	Уэст-Джордан|西喬丹|ويست جوردان	US	111946	40.6097	-111.9391	2026-12-21T14:48:00Z	America/Denver
city-3454847	Passos	Пассос|帕苏斯	BR	111939	-20.7189	-46.6097	2026-12-21T08:23:00Z	America/Sao_Paulo
city-1277936	Bagalkot	বাগলকোট|బాగల్‌కోట్|Bagalakote|Багалкот	IN	111933	16.1867	75.6961	2026-12-21T01:20:00Z	Asia/Kolkata
city-1832743	Yeoju	여주시	KR	111897	37.2958	127.6339	2026-12-20T22:39:00Z	Asia/Seoul
city-170592	Dūmā	Douma|Дума	SY	111864	33.5718	36.4027	2026-12-21T04:35:00Z	Asia/Damascus
city-2657970	Winterthur	Winterthour|Vintertūras|Винтертур|温特图尔|فينترتور	CH	111840	47.5056	8.7241	2026-12-21T07:10:00Z	Europe/Zurich
city-518659	Novokuybyshevsk	Новокуйбышевск|Яңа Куйбышев|Novokouïbychevsk|Nowokuibyschewsk|Novokúibyshevsk|Novokujbyševsk|Nowokujbyszewsk|新古比雪夫斯克	RU	111800	53.0971	49.94	2026-12-21T04:52:00Z	Europe/Samara
city-362973	Abnūb	أبنوب	EG	111785	27.2688	31.1523	2026-12-21T04:41:00Z	Africa/Cairo
city-119115	Qūchān	Gochan|قوچان	IR	111752	37.106	58.5095	2026-12-21T03:15:00Z	Asia/Tehran
city-1639094	Kuningan	Koeningan	ID	111742	-6.9758	108.4831	2026-12-20T22:28:00Z	Asia/Jakarta
city-1255344	Suriāpet	Suryapet	IN	111729	17.1405	79.6205	2026-12-21T01:06:00Z	Asia/Kolkata
city-1241622	Kandy	මහනුවර|கண்டி|Kandis|Канди	LK	111701	7.2906	80.6336	2026-12-21T00:44:00Z	Asia/Colombo
city-346030	Zefta	زفتى|Зифта	EG	111700	30.7142	31.2443	2026-12-21T04:48:00Z	Africa/Cairo
city-3456147	Nova Lima	Нова-Лима	BR	111697	-19.9856	-43.8467	2026-12-21T08:13:00Z	America/Sao_Paulo
city-1277324	Bangaon	বনগাঁ|Бангаон|邦格阿奥恩	IN	111693	23.0455	88.8308	2026-12-21T00:41:00Z	Asia/Kolkata
city-3471691	Araxá	Араша|阿拉沙	BR	111691	-19.5933	-46.9406	2026-12-21T08:26:00Z	America/Sao_Paulo
city-5359488	Inglewood	Inglvudas|Инглвуд|英格爾伍德|إنغليووود	US	111666	33.9617	-118.3531	2026-12-21T14:55:00Z	America/Los_Angeles
city-307864	Kilis	Kilisas|Килис|基利斯|كلس	TR	111648	36.7161	37.115	2026-12-21T04:40:00Z	Europe/Istanbul
city-3465644	Conselheiro Lafaiete	Konseljeiro Lafajetė|Консельейру-Лафаети|拉法耶蒂顾问城	BR	111596	-20.6603	-43.7861	2026-12-21T08:11:00Z	America/Sao_Paulo
city-6163012	Terrebonne	Тербон|تيربون	CA	111575	45.7	-73.6473	2026-12-21T12:32:00Z	America/Toronto
city-3451668	Resende	Резенди|雷森迪|헤젠지	BR	111514	-22.4689	-44.4467	2026-12-21T08:10:00Z	America/Sao_Paulo
city-2653266	Chelmsford	Čelmsfordas|Челмсфорд|切爾姆斯福德|تشيلمسفورد	GB	111511	51.7358	0.4696	2026-12-21T08:02:00Z	Europe/London
city-3598465	Chiquimula	Чикимула	GT	111505	14.8009	-89.5464	2026-12-21T12:19:00Z	America/Guatemala
city-1646492	Cileunyi	Tjileunji|Tjileunji 2	ID	111476	-6.9389	107.7528	2026-12-20T22:31:00Z	Asia/Jakarta
city-7302861	Ashoknagar Kalyangarh		IN	111475	22.8642	88.637	2026-12-21T00:41:00Z	Asia/Kolkata
city-906054	Mongu	Монгу	ZM	111450	-15.2484	23.1274	2026-12-21T03:54:00Z	Africa/Lusaka
city-2991214	Mulhouse	Mülhausen|Miluza|Mylhúzy|Miulūzas|Мюлуз|米卢斯|ميلوز	FR	111430	47.752	7.3287	2026-12-21T07:16:00Z	Europe/Paris
city-2548830	Al Fqih Ben Çalah	Fkih Ben Salah|Fquih Ben Salah	MA	111402	32.5021	-6.6877	2026-12-21T07:24:00Z	Africa/Casablanca
city-1692565	Pulilan		PH	111384	14.9017	120.8492	2026-12-20T22:17:00Z	Asia/Manila
city-934765	Beau Bassin-Rose Hill	Beau Bassin|Bo Bassen-Roz Khill|Bo Bassin-Roze Kholmi|Бо Бассен-Роз Хилл|بو باسن-روز ہل	MU	111355	-20.2333	57.4661	2026-12-21T01:27:00Z	Indian/Mauritius
city-4094455	Tuscaloosa	Таскалуса|塔斯卡卢萨|توسكالوسا	US	111338	33.2098	-87.5692	2026-12-21T12:50:00Z	America/Chicago
city-3667873	Sogamoso	Sogamosas|Согамосо|索加莫索	CO	111336	5.7143	-72.9339	2026-12-21T10:56:00Z	America/Bogota
city-229278	Mbale	Мбале|姆巴萊	UG	111300	1.0821	34.175	2026-12-21T03:39:00Z	Africa/Kampala
city-3388376	São Lourenço da Mata	Сан-Лоренсу-да-Мата	BR	111249	-8.0022	-35.0183	2026-12-21T08:00:00Z	America/Recife
city-2992090	Montreuil	Montreuil-sous-Bois|Монтрей	FR	111240	48.8642	2.4432	2026-12-21T07:41:00Z	Europe/Paris
city-3165771	Terni	Терни|テルニ	IT	111189	42.5633	12.6433	2026-12-21T06:36:00Z	Europe/Rome
city-1272513	Deesa	Дис	IN	111160	24.2561	72.1793	2026-12-21T01:50:00Z	Asia/Kolkata
city-1261669	Navadwīp	Nabadwip|Навадвип	IN	111123	23.4067	88.3686	2026-12-21T00:43:00Z	Asia/Kolkata
city-1261931	Nandurbar	Нандурбар|ناندوربار|南杜尔巴尔	IN	111037	21.3667	74.2405	2026-12-21T01:36:00Z	Asia/Kolkata
city-2328684	Nsukka	Нсукка	NG	111017	6.8578	7.3958	2026-12-21T05:37:00Z	Africa/Lagos
city-2328952	Nguru	N'gourou	NG	111014	12.877	10.4554	2026-12-21T05:35:00Z	Africa/Lagos
city-980921	Mabopane		ZA	110972	-25.509	28.064	2026-12-21T03:14:00Z	Africa/Johannesburg
city-2790471	Namur	Namen|Namiūras|Намюр|那慕爾|نامور	BE	110939	50.4669	4.8675	2026-12-21T07:38:00Z	Europe/Brussels
city-1811729	Encheng	思城|Эньпин	CN	110921	22.1866	112.3042	2026-12-20T23:05:00Z	Asia/Shanghai
city-738618	Turhal	Турхал	TR	110884	40.3875	36.0811	2026-12-21T04:55:00Z	Europe/Istanbul
city-4722625	Richardson	Ričardsonas|Ричардсон|ريتشاردسون|リチャードソン	US	110815	32.9482	-96.7297	2026-12-21T13:26:00Z	America/Chicago
city-1220747	Bokhtar	Курган Тюбе|Kurgan-Tyube	TJ	110800	37.8365	68.7776	2026-12-21T02:36:00Z	Asia/Dushanbe
city-2339631	Hadejia		NG	110753	12.4535	10.0412	2026-12-21T05:36:00Z	Africa/Lagos
city-1783940	Zhuji	诸暨	CN	110721	29.7188	120.2423	2026-12-20T22:50:00Z	Asia/Shanghai
city-2987914	Perpignan	Perpinyà|Perpinhan|Perpiñán|Perpignano|Perpinhã|Перпиньян|佩皮尼昂|بيربينيا	FR	110706	42.6976	2.8954	2026-12-21T07:15:00Z	Europe/Paris
city-4942618	Lowell	Лоуэлл|洛厄尔|لوويل	US	110699	42.6334	-71.3162	2026-12-21T12:12:00Z	America/New_York
city-3663529	Manacapuru	Манакапуру	BR	110691	-3.2997	-60.6206	2026-12-21T09:51:00Z	America/Manaus
city-3029241	Caen	Can|Kanas|Кан|卡昂|كاين	FR	110624	49.1859	-0.3591	2026-12-21T07:53:00Z	Europe/Paris
city-140097	Borāzjān	بُرَزدجَن	IR	110567	29.2699	51.2188	2026-12-21T03:25:00Z	Asia/Tehran
city-3448351	São Pedro da Aldeia	Сан-Педру-да-Алдея|圣佩德罗-达阿尔德亚	BR	110556	-22.8392	-42.1028	2026-12-21T08:00:00Z	America/Sao_Paulo
city-1285173	Yenangyaung	Yaynangyoung|Yenangyoung	MM	110553	20.465	94.8712	2026-12-21T00:12:00Z	Asia/Yangon
city-5729485	Gresham	Грешам|غريشام|グレシャム	US	110553	45.4982	-122.4315	2026-12-21T15:47:00Z	America/Los_Angeles
city-5324200	Antioch	Antiokas|Антиок|安條克|أنتيوك	US	110542	38.0049	-121.8058	2026-12-21T15:20:00Z	America/Los_Angeles
city-934995	Manzini	Manzinis|Манзини|曼齐尼|マンジニ	SZ	110537	-26.4988	31.38	2026-12-21T02:58:00Z	Africa/Mbabane
city-3454690	Paulínia	Paulinija|Паулиния|保利尼亚|بباوليستا	BR	110537	-22.7611	-47.1542	2026-12-21T08:21:00Z	America/Sao_Paulo
city-6324733	St. John's	Saint-Jean de Terre-Neuve|San Juan de Terranova|Saint John's|Sent Džonsas|Сент-Джонс|聖約翰斯|سانت جونز	CA	110525	47.5649	-52.7093	2026-12-21T11:16:00Z	America/St_Johns
city-229362	Masindi	Masindis|Масинди	UG	110500	1.6744	31.715	2026-12-21T03:50:00Z	Africa/Kampala
city-294514	Kfar Saba	כפר סבא|كفار سابا|Kefar Sawa|Kefar Sava|Кефар-Сава	IL	110456	32.175	34.9069	2026-12-21T04:37:00Z	Asia/Jerusalem
city-1857470	Matsutō	Hakusan|Matto	JP	110408	36.5167	136.5667	2026-12-20T22:02:00Z	Asia/Tokyo
city-4931972	Cambridge	Kembridžas|Кембридж|剑桥|كامبريدج	US	110402	42.3751	-71.1056	2026-12-21T12:10:00Z	America/New_York
city-1255491	Sultānpur		IN	110368	26.2579	82.0727	2026-12-21T01:15:00Z	Asia/Kolkata
city-1271883	Firozpur	Ferozepore|Ferozepur|Feruzpur	IN	110313	30.9257	74.6131	2026-12-21T01:55:00Z	Asia/Kolkata
city-1725684	Bayugan	Lungsod ng Bayugan	PH	110313	8.7561	125.7675	2026-12-20T21:46:00Z	Asia/Manila
city-4471025	High Point	Хай-Пойнт|海波因特|هاي بوينت	US	110268	35.9557	-80.0053	2026-12-21T12:27:00Z	America/New_York
city-1813425	Datun	Датун	CN	110258	34.8092	116.9017	2026-12-20T23:16:00Z	Asia/Shanghai
city-5089178	Manchester	Манчестер|曼徹斯特|مانشستر	US	110229	42.9956	-71.4548	2026-12-21T12:14:00Z	America/New_York
city-141584	Bāneh	بَنِ|Бани	IR	110218	35.9975	45.8853	2026-12-21T04:03:00Z	Asia/Tehran
city-1639362	Kresek	Keresek	ID	110182	-6.1314	106.3797	2026-12-20T22:38:00Z	Asia/Jakarta
city-618577	Bender	Tighina|Тигина|Bendery|Benderai|賓傑里|بيندر	MD	110175	46.8316	29.4767	2026-12-21T05:44:00Z	Europe/Chisinau
city-971534	Mbombela	Nelspruit|Naspoti|Мбомбела|内尔斯普雷特|نيلسبرويت	ZA	110159	-25.4751	30.9693	2026-12-21T03:02:00Z	Africa/Johannesburg
city-3445993	Tubarão	Тубаран|图巴朗	BR	110088	-28.4667	-49.0069	2026-12-21T08:15:00Z	America/Sao_Paulo
city-2468369	Gabès	قابس|Kabis|Gabesas|Габес|加貝斯	TN	110075	33.8815	10.0982	2026-12-21T06:21:00Z	Africa/Tunis
city-1803367	Qingnian	青年|Linqing	CN	110046	36.8409	115.7109	2026-12-20T23:26:00Z	Asia/Shanghai
city-5401395	Temecula	Темекула|特曼库拉|تيميكولا	US	110003	33.4936	-117.1484	2026-12-21T14:49:00Z	America/Los_Angeles
city-99135	Kufa	الكوفة|Koufa|Cufa|Al-Kufa|Koefa|Kufe|Эль-Куфа|库费	IQ	110000	32.0511	44.4402	2026-12-21T03:59:00Z	Asia/Baghdad
city-145724	Lucapa	Лукапа	AO	110000	-8.4192	20.7447	2026-12-21T04:16:00Z	Africa/Luanda
city-1028079	Ressano Garcia	Resano Garcia	MZ	110000	-25.4428	31.9953	2026-12-21T02:58:00Z	Africa/Maputo
city-1496503	Noyabrsk	Ноябрьск	RU	110000	63.1931	75.4373	2026-12-21T04:37:00Z	Asia/Yekaterinburg
city-578740	Bataysk	Батайск	RU	109962	47.1375	39.7571	2026-12-21T05:04:00Z	Europe/Moscow
city-3170647	Pisa	Pise|Piza|Пиза|比萨|بيزا	IT	109960	43.7085	10.4036	2026-12-21T06:49:00Z	Europe/Rome
city-1803352	Linshui		CN	109955	36.4247	114.2047	2026-12-20T23:31:00Z	Asia/Shanghai
city-2636486	Sutton Coldfield	Saton Koldfildas|サットン・コールドフィールド|서턴콜드필드	GB	109899	52.5667	-1.8167	2026-12-21T08:16:00Z	Europe/London
city-2037069	Hailun	海伦	CN	109881	47.4466	126.9248	2026-12-20T23:17:00Z	Asia/Shanghai
city-1701124	Maramag		PH	109864	7.7633	125.0053	2026-12-20T21:48:00Z	Asia/Manila
city-3050434	Kecskemét	Kečkemėtas|Kečkemet|Кечкемет|凯奇凯梅特|ケチケメート	HU	109847	46.9062	19.6913	2026-12-21T06:24:00Z	Europe/Budapest
city-1538637	Seversk	Северск|Sewersk|Siewiersk|Severskas|謝韋爾斯克|セヴェルスク	RU	109844	56.6006	84.8864	2026-12-21T02:54:00Z	Asia/Tomsk
city-1647149	Ciamis	Chiamis|Tjiamis	ID	109839	-7.3257	108.3534	2026-12-20T22:28:00Z	Asia/Jakarta
city-5375911	Murrieta	穆列塔|مورريتا، ريفيرسيدي، كاليفورنيا|マリエータ	US	109830	33.5539	-117.2139	2026-12-21T14:49:00Z	America/Los_Angeles
city-711390	Brovary	Бровари|Бровары|Browary|Brovarai|Brovarî|布羅瓦里	UA	109806	50.511	30.7911	2026-12-21T05:55:00Z	Europe/Kyiv
city-2634910	Wakefield	Veikfildas|Уэйкфилд|韦克菲尔德|ويكفيلد	GB	109766	53.6833	-1.4977	2026-12-21T08:21:00Z	Europe/London
city-5416541	Centennial	Сентенниал|森特尼尔|سينتينيال	US	109741	39.5792	-104.8769	2026-12-21T14:16:00Z	America/Denver
city-1795184	Shilong	石龙	CN	109733	23.1144	113.8472	2026-12-20T23:01:00Z	Asia/Shanghai
city-5387428	Richmond	Ричмонд|列治文|ريتشموند	US	109708	37.9358	-122.3478	2026-12-21T15:22:00Z	America/Los_Angeles
city-5113779	Corona	West Flushing	US	109698	40.7471	-73.8601	2026-12-21T12:16:00Z	America/New_York
city-1565157	Thới Lai		VN	109684	10.0652	105.5586	2026-12-20T23:09:00Z	Asia/Ho_Chi_Minh
city-1262634	Pandit Deen Dayal Upadhyaya Nagar	Mughal Sarāi	IN	109650	25.2831	83.1197	2026-12-21T01:08:00Z	Asia/Kolkata
city-2037685	Didao	东兴	CN	109561	45.3473	130.8369	2026-12-20T22:53:00Z	Asia/Shanghai
city-1631733	Pelabuhanratu	Palaboehan|Palaboehanratoe|Palabuanratu	ID	109523	-6.9875	106.5514	2026-12-20T22:36:00Z	Asia/Jakarta
city-1857665	Marugame	丸亀市|Маругаме|丸龜市	JP	109513	34.2833	133.7833	2026-12-20T22:07:00Z	Asia/Tokyo
city-580724	Arzamas	Арзамас|Arsamas|Arzamasz|Arzamasas|阿爾扎馬斯|أرزاماس	RU	109479	55.3956	43.8381	2026-12-21T05:30:00Z	Europe/Moscow
city-965528	Phalaborwa	Палаборва|帕拉博魯瓦	ZA	109468	-23.943	31.1411	2026-12-21T03:05:00Z	Africa/Johannesburg
city-2634838	Walthamstow	Уолтемстоу|沃爾瑟姆斯托	GB	109424	51.5907	-0.0208	2026-12-21T08:04:00Z	Europe/London
city-5435464	Pueblo	Пуэбло|普韋布洛|بويبلو	US	109412	38.2544	-104.6091	2026-12-21T14:11:00Z	America/Denver
city-2338403	Ijebu-Igbo		NG	109261	6.972	3.9994	2026-12-21T05:50:00Z	Africa/Lagos
city-496638	Sergiyev Posad	Сергиев Посад|Sergijew Possad|Siergijew Posad|Sergiev Posad|Sergijev Posad	RU	109252	56.312	38.1387	2026-12-21T05:59:00Z	Europe/Moscow
city-1683877	Talisay	Dakbanwa sang Talisay|Dakbayan sa Talisay|Lungsod ng Talisay|Талисай|تاليساي|塔利賽	PH	109204	10.7375	122.9666	2026-12-20T22:01:00Z	Asia/Manila
city-3837213	San Juan	Ciudad de San Juan|San Chuanas|Сан-Хуан|圣胡安|سان خوان، الأرجنتين	AR	109123	-31.5373	-68.5257	2026-12-21T09:26:00Z	America/Argentina/San_Juan
city-1256913	Sehore	Sekhor|Сехор|سهور|塞霍雷	IN	109118	23.2	77.0833	2026-12-21T01:28:00Z	Asia/Kolkata
city-1806439	Jianchang	Chien-ch'ang|Jianchang Zhen|Kienchang|南城县	CN	109108	27.5583	116.6398	2026-12-20T22:59:00Z	Asia/Shanghai
city-2036671	Hulan	Хулан	CN	109104	45.8933	126.5784	2026-12-20T23:12:00Z	Asia/Shanghai
city-3617708	Matagalpa	Матагальпа	NI	109089	12.9279	-85.9191	2026-12-21T12:01:00Z	America/Managua
city-1500665	Leninsk-Kuznetsky	Ленинск-Кузнецкий|Leninsk-Kouznetski|Leninsk-Kusnezki|Léninsk-Kuznetski|Leninsk-Kuzneckij|Lenińsk Kuźniecki|列寧斯克-庫茲涅茨基|لنينسك-كوزنتسكي	RU	109023	54.6567	86.1737	2026-12-21T02:36:00Z	Asia/Novokuznetsk
city-1859405	Kiryū	桐生市|Кири|كيرو	JP	108991	36.4	139.3333	2026-12-20T21:50:00Z	Asia/Tokyo
city-1786546	Zhongxiang	An-lu|Anlufu|Chung-hsiang	CN	108883	31.1661	112.5831	2026-12-20T23:24:00Z	Asia/Shanghai
city-6166142	Thunder Bay	Tander Bėjus|Тандер-Бей|桑德贝|ثاندر باي	CA	108843	48.382	-89.2502	2026-12-21T13:46:00Z	America/Toronto
city-1861164	Iwatsuki	岩槻	JP	108833	35.9647	139.6964	2026-12-20T21:47:00Z	Asia/Tokyo
city-4718097	Pearland	Пэрленд|بيرلاند	US	108821	29.5636	-95.2861	2026-12-21T13:12:00Z	America/Chicago
city-2037712	Dehui	Chang-chia-wan|Te-hui|Te-hui-chen|德惠	CN	108818	44.5367	125.6943	2026-12-20T23:10:00Z	Asia/Shanghai
city-1632694	Pangkalanbuun	Pangkalan Bun|Pangkalanboeoen|Soekaboemi	ID	108814	-2.6832	111.6259	2026-12-20T22:23:00Z	Asia/Pontianak
city-4845193	Waterbury	Уотербери|沃特伯里|واتربوري	US	108802	41.5581	-73.0515	2026-12-21T12:15:00Z	America/New_York
city-5577592	Greeley	Грили|格里利|غريلي	US	108795	40.4233	-104.7091	2026-12-21T14:18:00Z	America/Denver
city-3031137	Boulogne-Billancourt	Boulogne e Billancourt|Bulonė-Bijankūras|Булонь-Бийанкур|布洛涅-比扬古|بولون-بيانكور	FR	108782	48.8355	2.2413	2026-12-21T07:41:00Z	Europe/Paris
city-685826	Baia Mare	Nagybánya|Бая-Маре	RO	108759	47.6573	23.5681	2026-12-21T06:11:00Z	Europe/Bucharest
city-3096880	Kalisz	Kalisch|Kališas|Калиш|卡利什|كاليش	PL	108759	51.7611	18.091	2026-12-21T06:52:00Z	Europe/Warsaw
city-2490098	Mascara	معسكر|Muaskar|Маскара|穆阿斯凯尔	DZ	108629	35.3966	0.1403	2026-12-21T07:04:00Z	Africa/Algiers
city-2319668	Uromi	Уроми|乌罗米	NG	108608	6.7	6.3333	2026-12-21T05:41:00Z	Africa/Lagos
city-158151	Katumba	Катумба	TZ	108558	-9.2333	33.6167	2026-12-21T03:23:00Z	Africa/Dar_es_Salaam
city-1574507	Móng Cái	Mon Cay|Mon Gay|Monkai	VN	108553	21.5247	107.9662	2026-12-20T23:21:00Z	Asia/Bangkok
city-1858910	Komatsu	小松市|Комацу|كوماتسو	JP	108509	36.4026	136.4509	2026-12-20T22:02:00Z	Asia/Tokyo
city-5407933	West Covina	Западная Ковина|西柯汶纳|ويست كوفينا	US	108484	34.0686	-117.939	2026-12-21T14:53:00Z	America/Los_Angeles
city-5503766	Enterprise	إنتربرايز|エンタープライズ	US	108481	36.0252	-115.2419	2026-12-21T14:48:00Z	America/Los_Angeles
city-1277240	Bānsbāria	Bansberia	IN	108474	22.9539	88.401	2026-12-21T00:42:00Z	Asia/Kolkata
city-3682018	Girón	Хирон	CO	108466	7.0682	-73.1698	2026-12-21T10:59:00Z	America/Bogota
city-1147540	Baghlān	بغلان|Baglan|Баглан	AF	108449	36.1307	68.7083	2026-12-21T02:32:00Z	Asia/Kabul
city-1226260	Trincomalee	ත්‍රිකුණාමලය|திருக்கோணமலை|Trinquemalay|Trikunamalaja|Trinkomalis|Тринкомали	LK	108420	8.5778	81.2289	2026-12-21T00:44:00Z	Asia/Colombo
city-1687801	Santiago		PH	108414	16.6881	121.5487	2026-12-20T22:18:00Z	Asia/Manila
city-2651621	Dagenham	داجنهام|ダゲナム|डेगनहम	GB	108368	51.55	0.1667	2026-12-21T08:03:00Z	Europe/London
city-1787828	Xuyong	叙永	CN	108352	28.1699	105.4345	2026-12-20T23:45:00Z	Asia/Shanghai
city-4589387	North Charleston	Норт-Чарлстон|北查尔斯顿|نورث تشارلستون	US	108304	32.8546	-79.9748	2026-12-21T12:18:00Z	America/New_York
city-286282	Sohar	Aş Şuḩār|صحار|Suhar|Sahar|Soharas|Сухар|苏哈尔	OM	108274	24.3474	56.7094	2026-12-21T02:52:00Z	Asia/Muscat
city-2035610	Nehe	Нэхэ	CN	108253	48.4793	124.8702	2026-12-20T23:29:00Z	Asia/Shanghai
city-515879	Oktyabrsky	Октябрьский|Oktyabr'skiy	RU	108200	54.4815	53.471	2026-12-21T04:46:00Z	Asia/Yekaterinburg
city-1255254	Tadpatri		IN	108171	14.9083	78.0103	2026-12-21T01:08:00Z	Asia/Kolkata
city-2347059	Birnin Kebbi	Бирнин Кебби|برنن کبی	NG	108164	12.4539	4.1975	2026-12-21T05:59:00Z	Africa/Lagos
city-1688253	Santa Cruz	سانتا کروز، لاگونا	PH	108145	14.2814	121.4161	2026-12-20T22:14:00Z	Asia/Manila
city-5793933	Everett	Эверетт|埃弗里特|إيفريت	US	108010	47.979	-122.2021	2026-12-21T15:56:00Z	America/Los_Angeles
city-378699	An Nuhūd	Al Nihood|An Nahud|Ehn-Nukhud|Ен-Нахуд|النهود|恩纳胡德	SD	108008	12.7	28.4333	2026-12-21T04:23:00Z	Africa/Khartoum
city-3191648	Rijeka	Slobodna Država Rijeka|Fiume|Риека|リエカ	HR	107964	45.3267	14.4424	2026-12-21T06:38:00Z	Europe/Zagreb
city-1665196	Douliu	Yün-lin|Táu-la̍k-chhī|Tou-liou|Đấu Lục|Доулю|斗六市|더우류 시	TW	107924	23.7094	120.5433	2026-12-20T22:35:00Z	Asia/Taipei
city-1717911	Catbalogan	Lungsod ng Catbalogan|Catbalogan City	PH	107896	11.7753	124.8861	2026-12-20T21:55:00Z	Asia/Manila
city-4682464	College Station	Колледж-Стейшен|大學城|كوليج ستيشن	US	107889	30.628	-96.3344	2026-12-21T13:18:00Z	America/Chicago
city-250258	As Salţ	السلط|Salt|Ас-Сальт	JO	107874	32.0392	35.7272	2026-12-21T04:33:00Z	Asia/Amman
city-1856977	Mishima	三島市|Мисима|ميشيما	JP	107851	35.1167	138.9167	2026-12-20T21:48:00Z	Asia/Tokyo
city-1269388	Jalpāiguri	Paiguri	IN	107832	26.5167	88.7333	2026-12-21T00:49:00Z	Asia/Kolkata
city-2036595	Jalai Nur	Zhalai Nuo’er|Чжалайнор	CN	107828	49.45	117.7	2026-12-21T00:02:00Z	Asia/Shanghai
city-1851193	Tajimi	多治見市|Тадзими|تاجيمي غيفو	JP	107818	35.3167	137.1333	2026-12-20T21:56:00Z	Asia/Tokyo
city-3435607	Castelar	Kastehlar|Kastelar|Kastelara|Кастелар|كاستيلار|卡斯特拉爾	AR	107786	-34.6514	-58.6407	2026-12-21T08:38:00Z	America/Argentina/Buenos_Aires
city-4169014	Pompano Beach	Помпано-Бич|龐帕諾比奇|بومبانو سيتي	US	107762	26.2379	-80.1248	2026-12-21T12:04:00Z	America/New_York
city-3893532	Coronel	Коронель|科羅內爾|كورونل	CL	107759	-37.0339	-73.1402	2026-12-21T09:29:00Z	America/Santiago
city-2067119	Mandurah	Мандъюра|曼杜拉|ماندوراه	AU	107643	-32.5269	115.7217	2026-12-20T21:06:00Z	Australia/Perth
city-2656192	Basingstoke	貝辛斯托克|ベイジングストーク|Μπεϊσινγκστόουκ	GB	107642	51.2625	-1.0871	2026-12-21T08:06:00Z	Europe/London
city-751077	Bandırma	Бандырма	TR	107631	40.3522	27.9767	2026-12-21T05:27:00Z	Europe/Istanbul
city-2643179	Maidstone	Мейдстон|梅德斯通|メードストン	GB	107627	51.2667	0.5167	2026-12-21T08:00:00Z	Europe/London
city-2034440	Tieli	铁力	CN	107621	46.9754	128.048	2026-12-20T23:10:00Z	Asia/Shanghai
city-89824	Umm Qaşr	ام قصر	IQ	107620	30.0362	47.9195	2026-12-21T03:40:00Z	Asia/Baghdad
city-3391360	Santana	Сантана	BR	107618	-0.0382	-51.1748	2026-12-21T09:19:00Z	America/Belem
city-1735076	Butterworth	北海|கோலப்புறை|Batervortas|Баттерворт	MY	107591	5.3991	100.3638	2026-12-20T23:22:00Z	Asia/Kuala_Lumpur
city-1795842	Shaping	沙坪	CN	107589	22.7702	112.9578	2026-12-20T23:04:00Z	Asia/Shanghai
city-2418362	Labé	Лаба	GN	107571	11.3182	-12.2833	2026-12-21T07:03:00Z	Africa/Conakry
city-139223	Chālūs	چالوس|Чалус	IR	107490	36.655	51.4204	2026-12-21T03:43:00Z	Asia/Tehran
city-3095049	Koszalin	Košalinas|Кошалин|科沙林|كشالين	PL	107450	54.1944	16.1722	2026-12-21T07:13:00Z	Europe/Warsaw
city-3181913	Bolzano	Bozen|Bolzanu|Bozen-Bolzano|Bocenas|Больцано|波尔查诺|ボルツァーノ	IT	107436	46.4907	11.3398	2026-12-21T06:55:00Z	Europe/Rome
city-1337248	Sherpur		BD	107419	25.0188	90.0175	2026-12-21T00:40:00Z	Asia/Dhaka
city-516436	Obninsk	Обнинск|Obninskas|奥布宁斯克|أوبنينسك	RU	107392	55.1099	36.6124	2026-12-21T05:57:00Z	Europe/Moscow
city-3682028	Girardot City	Girardot|Жирардо	CO	107324	4.3008	-74.8075	2026-12-21T11:01:00Z	America/Bogota
city-2886946	Koblenz	Coblence|Coblenza|Coblença|Koblencja|Koblencas|Кобленц|科布倫茨|كوبلنس	DE	107319	50.3536	7.5788	2026-12-21T07:27:00Z	Europe/Berlin
city-3460733	Itaperuna	Итаперуна|伊塔佩鲁纳	BR	107246	-21.205	-41.8878	2026-12-21T08:03:00Z	America/Sao_Paulo
city-2832495	Siegen	Зиген|ジーゲン	DE	107242	50.8748	8.0243	2026-12-21T07:28:00Z	Europe/Berlin
city-3467978	Cambé	Nova Dantzig	BR	107208	-23.2758	-51.2783	2026-12-21T08:36:00Z	America/Sao_Paulo
city-1263797	Mangalagiri	మంగళగిరి|மங்களகிரி|芒格阿拉吉里	IN	107197	16.4308	80.5682	2026-12-21T01:01:00Z	Asia/Kolkata
city-949224	Thohoyandou	Тхохояндоу|索赫燕杜	ZA	107144	-22.9456	30.485	2026-12-21T03:10:00Z	Africa/Johannesburg
city-288955	As Suwayq	السويق	OM	107143	23.8494	57.4386	2026-12-21T02:48:00Z	Asia/Muscat
city-5377995	Norwalk	Norvolkas|Норуолк|諾沃克|نوروالك	US	107140	33.9022	-118.0817	2026-12-21T14:54:00Z	America/Los_Angeles
city-1560037	Yên Vinh		VN	107082	18.6667	105.6667	2026-12-20T23:25:00Z	Asia/Bangkok
city-789225	Mitrovicë	Косовска Митровица|Kosovska Mitrovica	XK	107045	42.8833	20.8667	2026-12-21T06:04:00Z	Europe/Belgrade
city-688105	Yevpatoriya	Євпаторія|Евпатория|Jewpatorija|Eupatoria|Jevpatorija|Evpatorya	UA	107040	45.2009	33.3665	2026-12-21T05:22:00Z	Europe/Simferopol
city-1631992	Pati	Пати	ID	107028	-6.7559	111.038	2026-12-20T22:18:00Z	Asia/Jakarta
city-563514	Elista	Элиста|Eliszta|埃利斯塔|إيليستا	RU	106971	46.3079	44.2554	2026-12-21T04:43:00Z	Europe/Moscow
city-3404817	Breves		BR	106968	-1.6822	-50.4803	2026-12-21T09:13:00Z	America/Belem
city-1290596	Taungoo	တောင်ငူမြို့|Taungû|Taungngu|Таунгу|타웅우	MM	106945	18.9429	96.4341	2026-12-21T00:02:00Z	Asia/Yangon
city-2656046	Bedford	Бедфорд|بيدفورد|베드퍼드	GB	106940	52.1346	-0.4663	2026-12-21T08:08:00Z	Europe/London
city-3646190	Catia La Mar	Catia de la Mar	VE	106822	10.6054	-67.0324	2026-12-21T10:41:00Z	America/Caracas
city-5574991	Boulder	Боулдер|波德|بولدر	US	106803	40.015	-105.2706	2026-12-21T14:19:00Z	America/Denver
city-1803886	Anning	连然镇	CN	106795	24.9227	102.485	2026-12-20T23:50:00Z	Asia/Shanghai
city-1607017	Rayong	ระยอง|Районг|羅勇市	TH	106737	12.6809	101.258	2026-12-20T23:31:00Z	Asia/Bangkok
city-2210554	Sirte	شعبية سرت|Syrte|Syrta|Szurt|Surtas|Сурт|苏尔特	LY	106705	31.2089	16.5887	2026-12-21T05:48:00Z	Africa/Tripoli
city-1172904	Kotri	کوٹری|Котри	PK	106615	25.3657	68.3083	2026-12-21T02:08:00Z	Asia/Karachi
city-569273	Cherëmushki	Черёмушки	RU	106587	55.6647	37.5613	2026-12-21T05:57:00Z	Europe/Moscow
city-4531405	Broken Arrow	Брокен-Эрроу|بروكن أرو|ブロークンアロー	US	106563	36.0526	-95.7908	2026-12-21T13:30:00Z	America/Chicago
city-5341430	Daly City	Thành phố Daly|Дейли-Сити|戴利城|دالي سيتي	US	106562	37.7058	-122.4619	2026-12-21T15:21:00Z	America/Los_Angeles
city-1646678	Cikarang	Chikarang|Tjikarang	ID	106479	-6.2611	107.1528	2026-12-20T22:35:00Z	Asia/Jakarta
city-1258474	Ranebennur	Rānībennur	IN	106406	14.6224	75.6295	2026-12-21T01:17:00Z	Asia/Kolkata
city-2035970	Longjiang	龙江|Лонцзян	CN	106384	47.336	123.196	2026-12-20T23:31:00Z	Asia/Shanghai
city-1897118	Hwado		KR	106358	37.6525	127.3075	2026-12-20T22:42:00Z	Asia/Seoul
city-1816221	Buhe	Бухэ	CN	106347	30.2876	112.2298	2026-12-20T23:23:00Z	Asia/Shanghai
city-2473744	Hammamet	الحمامات|Hamametas|Хаммамет|哈马马特	TN	106326	36.4	10.6167	2026-12-21T06:25:00Z	Africa/Tunis
city-2324857	Pindiga		NG	106322	9.9843	10.9523	2026-12-21T05:28:00Z	Africa/Lagos
city-712451	Berdyansk	Бердянськ|Бердянск|Berdiansk|Berdjansk	UA	106311	46.7558	36.7882	2026-12-21T05:15:00Z	Europe/Kyiv
city-1695097	Paniqui	Паники	PH	106190	15.6689	120.5806	2026-12-20T22:19:00Z	Asia/Manila
city-517836	Novotroitsk	Новотроицк|Яңа Троицк|Nowotroizk|Novotroick|Nowotroick|Novotroytsk|Novotroickas|新特羅伊茨克	RU	106186	51.201	58.3132	2026-12-21T04:08:00Z	Asia/Yekaterinburg
city-2950349	Bergisch Gladbach	Бергиш Гладбах	DE	106184	50.9856	7.133	2026-12-21T07:32:00Z	Europe/Berlin
city-713716	Alchevsk	Алчевск	UA	106062	48.4691	38.7974	2026-12-21T05:14:00Z	Europe/Kyiv
city-1567681	Sơn La	Thành Phố Sơn La|山羅市|Сон-Ла	VN	106052	21.3256	103.9188	2026-12-20T23:37:00Z	Asia/Bangkok
city-585514	Mingachevir	Mingəçevir|Мингечаур|Mingäçevir|Mingeczaur|明盖恰乌尔|مينغاشوير	AZ	106048	40.7642	47.0623	2026-12-21T04:12:00Z	Asia/Baku
city-3093692	Legnica	Lehnice|Легница|萊格尼察|لغنيتسا	PL	106033	51.2101	16.1619	2026-12-21T06:57:00Z	Europe/Warsaw
city-3159016	Drammen	Dramenas|Драммен|德拉门|ドランメン	NO	106013	59.7439	10.2045	2026-12-21T08:19:00Z	Europe/Oslo
city-1632358	Pare		ID	106007	-7.7679	112.198	2026-12-20T22:12:00Z	Asia/Jakarta
city-6354908	Sydney	シドニー	CA	105968	46.1351	-60.1831	2026-12-21T11:40:00Z	America/Glace_Bay
city-566532	Derbent	Дербент|Дәрбәнт|Derbente|Derbentas|傑爾賓特	RU	105965	42.0662	48.2876	2026-12-21T04:11:00Z	Europe/Moscow
city-1784820	Xinghua	Синхуа	CN	105918	32.9392	119.8342	2026-12-20T22:59:00Z	Asia/Shanghai
city-1266607	Khurja	Khurga|خورجہ|库尔贾	IN	105909	28.2538	77.8554	2026-12-21T01:36:00Z	Asia/Kolkata
city-1700360	Mati	Mati City|Мати|馬蒂	PH	105908	6.9551	126.2165	2026-12-20T21:41:00Z	Asia/Manila
city-1651226	Arjawinangun	Ardjawinangoen|Ardjawinangoen-Koelan|Ardjawinangun	ID	105845	-6.6453	108.4103	2026-12-20T22:29:00Z	Asia/Jakarta
city-2267827	Funchal	Funšalis|Фуншал|丰沙尔|فونشال	PT	105795	32.6657	-16.9255	2026-12-21T08:06:00Z	Atlantic/Madeira
city-1266489	Kishanganj	Kishanganj Bazar	IN	105782	26.1022	87.9553	2026-12-21T00:51:00Z	Asia/Kolkata
city-3514321	Yautepec	Yautepec de Zaragoza	MX	105780	18.8819	-99.0671	2026-12-21T13:04:00Z	America/Mexico_City
city-3460064	Jataí	Jatahy	BR	105729	-17.8794	-51.7217	2026-12-21T08:49:00Z	America/Sao_Paulo
city-2348595	Azare		NG	105687	11.6748	10.1907	2026-12-21T05:34:00Z	Africa/Lagos
city-1671566	Nantou	Nan-t’ou-chieh|Lâm-tâu-chhī|Nantou City|Nan-tchou|Nam Đầu|Наньтоу|南投市|난터우 시	TW	105682	23.9157	120.6639	2026-12-20T22:35:00Z	Asia/Taipei
city-3398115	Ipojuca	Ипожука	BR	105638	-8.3989	-35.0639	2026-12-21T08:00:00Z	America/Recife
city-1733953	Lahad Datu	拿笃|லகாட் டத்து|Лахад-Дату	MY	105622	5.023	118.329	2026-12-20T22:09:00Z	Asia/Kuching
city-3393106	Paragominas		BR	105550	-2.9956	-47.3549	2026-12-21T08:58:00Z	America/Belem
city-217834	Bukama		CD	105530	-9.2044	25.8547	2026-12-21T03:55:00Z	Africa/Lubumbashi
city-1259411	Ponnāni	Ponani	IN	105512	10.7669	75.9252	2026-12-21T01:09:00Z	Asia/Kolkata
city-1683013	Tanza		PH	105510	14.6753	120.9389	2026-12-20T22:16:00Z	Asia/Manila
city-1185263	Bhairab Bāzār	ভৈরব বাজার	BD	105457	24.0524	90.9764	2026-12-21T00:34:00Z	Asia/Dhaka
city-1793036	Chengtangcun	滕州|Tengzhou|Тэнчжоу	CN	105456	35.0836	117.1907	2026-12-20T23:15:00Z	Asia/Shanghai
city-1270090	Hindaun	हिण्डौन सिटी|হিন্দাউন|欣道恩	IN	105452	26.7341	77.0352	2026-12-21T01:36:00Z	Asia/Kolkata
city-1269374	Jamālpur		IN	105434	25.3126	86.4889	2026-12-21T00:55:00Z	Asia/Kolkata
city-362004	Abū Tīj	أبو تيج	EG	105418	27.0451	31.3184	2026-12-21T04:39:00Z	Africa/Cairo
city-3598122	Coatepeque	Koatepekė|科阿特佩克	GT	105415	14.7041	-91.8643	2026-12-21T12:28:00Z	America/Guatemala
city-2505653	Baraki	براقي	DZ	105402	36.6666	3.0961	2026-12-21T06:56:00Z	Africa/Algiers
city-118367	Robāţ Karīm	رباط كريم	IR	105393	35.4846	51.0829	2026-12-21T03:41:00Z	Asia/Tehran
city-4221333	Sandy Springs	Санди-Спрингс|桑迪斯普林斯|ساندي سبرينغز	US	105330	33.9243	-84.3785	2026-12-21T12:39:00Z	America/New_York
city-5331835	Burbank	Berbankas|Бербанк|伯班克|بربانك	US	105319	34.1808	-118.309	2026-12-21T14:55:00Z	America/Los_Angeles
city-1580830	Hòa Bình	Thành Phố Hòa Bình	VN	105260	20.8172	105.3376	2026-12-20T23:30:00Z	Asia/Bangkok
city-935221	Saint-Paul		RE	105240	-21.0096	55.2713	2026-12-21T01:34:00Z	Indian/Reunion
city-3114965	Ourense	Orense|Оренсе|オウレンセ	ES	105233	42.3367	-7.8641	2026-12-21T07:57:00Z	Europe/Madrid
city-1262216	Nāgaur	Nagaur Marwar	IN	105218	27.202	73.7339	2026-12-21T01:50:00Z	Asia/Kolkata
city-5254962	Green Bay	Grin Bėjus|Грин-Бей|格林贝|غرين باي	US	105207	44.5192	-88.0198	2026-12-21T13:25:00Z	America/Chicago
city-229139	Mityana	Митьяна	UG	105200	0.4175	32.0228	2026-12-21T03:47:00Z	Africa/Kampala
city-105299	Jizan	جازان|Джизан	SA	105198	16.8892	42.5511	2026-12-21T03:34:00Z	Asia/Riyadh
city-3515715	Texcoco de Mora	Texcoco|テスココ	MX	105165	19.5119	-98.8829	2026-12-21T13:05:00Z	America/Mexico_City
city-700051	Nikopol	Нікополь|Никополь|Nikopolj	UA	105160	47.5683	34.3913	2026-12-21T05:27:00Z	Europe/Kyiv
city-693468	Slovyansk	Слов'янськ|Славянск|Sloviansk|Slowjansk|Slovjansk|Słowiańsk|Slovjanskas|斯拉維揚斯克	UA	105141	48.8497	37.5974	2026-12-21T05:20:00Z	Europe/Kyiv
city-5393180	Santa Maria	Санта-Мария|圣玛丽亚|سانتا ماريا	US	105093	34.953	-120.4357	2026-12-21T15:06:00Z	America/Los_Angeles
city-3471374	Assis	Ассис	BR	105087	-22.6617	-50.4122	2026-12-21T08:34:00Z	America/Sao_Paulo
city-12157013	San Francisco De Borja		PE	105076	-12.0891	-76.9988	2026-12-21T10:41:00Z	America/Lima
city-12324302	Yidu		CN	105070	36.7712	118.4245	2026-12-20T23:15:00Z	Asia/Shanghai
city-2990999	Nancy	Нанси|南希|نانسي	FR	105058	48.6844	6.185	2026-12-21T07:25:00Z	Europe/Paris
city-3453420	Planaltina	Alta Mir|Altamira	BR	105031	-15.4528	-47.6142	2026-12-21T08:37:00Z	America/Sao_Paulo
city-3407357	Araguaína	Арагуаина	BR	105019	-7.1911	-48.2072	2026-12-21T08:55:00Z	America/Araguaina
city-1798422	Puyang Chengguanzhen	濮阳城关镇	CN	104994	35.7062	115.0279	2026-12-20T23:25:00Z	Asia/Shanghai
city-1861795	Ikeda	池田市|Икеда	JP	104993	34.8221	135.4298	2026-12-20T22:02:00Z	Asia/Tokyo
city-6176823	Waterloo	Ватерлоо|滑鐵盧|واترلو	CA	104986	43.4668	-80.5164	2026-12-21T12:52:00Z	America/Toronto
city-3598529	Chinautla	Chignautla|Santa Cruz de Chinautla	GT	104972	14.7029	-90.4998	2026-12-21T12:22:00Z	America/Guatemala
city-2842150	Salzgitter	Zalcgiteris|Зальцгиттер|薩爾茨吉特|زالتسغيتر	DE	104970	52.157	10.4154	2026-12-21T07:25:00Z	Europe/Berlin
city-7279747	Bhiwadi	Bhivadi|بهيوادي|比瓦迪	IN	104921	28.2102	76.8606	2026-12-21T01:40:00Z	Asia/Kolkata
city-1275103	Būndi	Бунди	IN	104919	25.4385	75.6373	2026-12-21T01:39:00Z	Asia/Kolkata
city-1263012	Miryalaguda	Mirialguda|Miriyalguda|Miryalguda	IN	104918	16.8722	79.5625	2026-12-21T01:06:00Z	Asia/Kolkata
city-1807544	Daxing	大兴|Дасин	CN	104904	39.7403	116.3269	2026-12-20T23:32:00Z	Asia/Shanghai
city-1786778	Yezhou	业州	CN	104839	30.6037	109.7233	2026-12-20T23:34:00Z	Asia/Shanghai
city-4004867	Hidalgo del Parral	Parral|Парраль|帕拉爾	MX	104836	26.9299	-105.6662	2026-12-21T13:47:00Z	America/Chihuahua
city-1926054	Saijō	西条市|Сайдзё|西條市	JP	104791	33.9167	133.1833	2026-12-20T22:08:00Z	Asia/Tokyo
city-3458696	Lavras	Лаврас|拉夫拉斯|لفراس	BR	104761	-21.2453	-44.9997	2026-12-21T08:15:00Z	America/Sao_Paulo
city-3465476	Coronel Fabriciano	Коронел-Фабрисиану|法布里西亚诺上校城|コロネル・ファブリシアーノ	BR	104736	-19.5186	-42.6289	2026-12-21T08:09:00Z	America/Sao_Paulo
city-2895044	Jena	Iéna|Йена|耶拿|يينا	DE	104712	50.9288	11.5899	2026-12-21T07:14:00Z	Europe/Berlin
city-4741752	Wichita Falls	Уичито-Фолс|威奇托福尔斯|ويتشيتا فولز	US	104710	33.9137	-98.4934	2026-12-21T13:35:00Z	America/Chicago
city-5907990	Brantford	Brantfordas|Брантфорд|布兰特福德|برانتفورد	CA	104688	43.1334	-80.2664	2026-12-21T12:49:00Z	America/Toronto
city-2921232	Gera	Гера|格拉|ゲーラ	DE	104659	50.8803	12.0819	2026-12-21T07:12:00Z	Europe/Berlin
city-1563287	Tuyên Quang	Thanh Pho Tuyen Quang|Tujen Kuang|Tuyen Kang|Туйен Куанг|تويين كوانج	VN	104645	21.8236	105.2142	2026-12-20T23:33:00Z	Asia/Bangkok
city-99446	Al Fāw	Аль-Фау	IQ	104569	29.9742	48.4731	2026-12-21T03:37:00Z	Asia/Baghdad
city-1052944	Angoche	An'nkotse|Antonio Enes|Antonio Engs|آنگوش، موزامبیک|安戈謝	MZ	104540	-16.2325	39.9086	2026-12-21T02:45:00Z	Africa/Maputo
city-1645518	Depok		ID	104527	-7.7625	110.4317	2026-12-20T22:19:00Z	Asia/Jakarta
city-2110729	Toride	取手|Ториде|取手市	JP	104524	35.9	140.0833	2026-12-20T21:46:00Z	Asia/Tokyo
city-3194828	Mostar	Мостар|Mostaras|莫斯塔爾|موستار	BA	104518	43.3433	17.8081	2026-12-21T06:18:00Z	Europe/Sarajevo
city-625324	Mazyr	Мазыр|Мозырь|Masyr|Mozyrz|Mozyr|Mazir|Mozyrius|莫济里	BY	104517	52.0416	29.2163	2026-12-21T06:09:00Z	Europe/Minsk
city-5989045	Kamloops	Камлупс|坎卢普斯|كاملوبس	CA	104460	50.6665	-120.3192	2026-12-21T16:00:00Z	America/Vancouver
city-907111	Mazabuka	Мазабука	ZM	104412	-15.856	27.748	2026-12-21T03:35:00Z	Africa/Lusaka
city-4161438	Lakeland	Лейкленд|莱克兰|ليكلاند	US	104401	28.0395	-81.9498	2026-12-21T12:15:00Z	America/New_York
city-1516589	Zhezqazghan	Жезказган|Schesqasghan	KZ	104357	47.7941	67.7063	2026-12-21T03:15:00Z	Asia/Almaty
city-7281020	Lo Prado	Ло-Прадо|洛普拉多|로프라도	CL	104316	-33.4443	-70.7255	2026-12-21T09:30:00Z	America/Santiago
city-2475744	Tizi Ouzou	تيزي وزو|Tizi Wuzu|Тизи-Узу|提济乌祖	DZ	104312	36.7118	4.0459	2026-12-21T06:52:00Z	Africa/Algiers
city-1798490	Pulandian	Adams|Hou-lung-fang|Hsin-chin|普兰店	CN	104277	39.3953	121.9669	2026-12-20T23:08:00Z	Asia/Shanghai
city-2706767	Helsingborg	Helsingborgas|Хельсингборг|赫尔辛堡|هلسينغبورغ	SE	104250	56.0467	12.6944	2026-12-21T07:39:00Z	Europe/Stockholm
city-1173378	Kot Addu	Kot-Adu	PK	104217	30.4691	70.967	2026-12-21T02:09:00Z	Asia/Karachi
city-2290964	Bouaflé	Buafle	CI	104209	6.9904	-5.7442	2026-12-21T06:29:00Z	Africa/Abidjan
city-2366152	Kara	Кара	TG	104207	9.5511	1.1861	2026-12-21T06:06:00Z	Africa/Lome
city-5338122	Clovis	Кловис|克洛维斯|كلوفيس	US	104180	36.8252	-119.7029	2026-12-21T15:08:00Z	America/Los_Angeles
city-915883	Kafue	Кафе	ZM	104174	-15.7691	28.1814	2026-12-21T03:33:00Z	Africa/Lusaka
city-1800829	Wuchuan	吴川	CN	104168	21.4571	110.7659	2026-12-20T23:10:00Z	Asia/Shanghai
city-3456500	Muriaé	Муриаэ|穆里亚埃	BR	104108	-21.1306	-42.3664	2026-12-21T08:05:00Z	America/Sao_Paulo
city-2035196	Salaqi	Sa-hsien|Sa-la-ch'i|Sa-la-ch'i-hsien|土默特右旗	CN	104090	40.5414	110.5108	2026-12-20T23:58:00Z	Asia/Shanghai
city-914959	Kalulushi	Kalulshi	ZM	104046	-12.8415	28.0948	2026-12-21T03:39:00Z	Africa/Lusaka
city-4706057	Lewisville	Льюисвилл|刘易斯维尔|لويسفيل	US	104039	33.0462	-96.9942	2026-12-21T13:27:00Z	America/Chicago
city-2540689	Oued Zem	وادي زم	MA	104029	32.8627	-6.5736	2026-12-21T07:25:00Z	Africa/Casablanca
city-1430991	Soyībug		IN	104000	34.0768	74.7057	2026-12-21T02:03:00Z	Asia/Kolkata
city-1503277	Kiselëvsk	Киселёвск	RU	104000	53.99	86.6621	2026-12-21T02:30:00Z	Asia/Novokuznetsk
city-2036418	Jishu	Chi-shu	CN	103988	44.3167	126.8	2026-12-20T23:05:00Z	Asia/Shanghai
city-2596934	Séguéla	Сегеле	CI	103980	7.9611	-6.6731	2026-12-21T06:35:00Z	Africa/Abidjan
city-3455729	Ourinhos	Ориньюс|欧里尼奥斯	BR	103970	-22.9789	-49.8706	2026-12-21T08:31:00Z	America/Sao_Paulo
city-3588258	Totonicapán	Тотоникапан	GT	103952	14.9119	-91.3605	2026-12-21T12:26:00Z	America/Guatemala
city-3408404	Abreu e Lima	Абреу-и-Лима|阿布雷乌埃利马	BR	103945	-7.9117	-34.9028	2026-12-21T08:00:00Z	America/Recife
city-380173	Ad-Damir	الدامر|Ed Damer	SD	103941	17.599	33.9721	2026-12-21T04:10:00Z	Africa/Khartoum
city-1269562	Jagtiāl	జగిత్యాల	IN	103930	18.7947	78.9166	2026-12-21T01:12:00Z	Asia/Kolkata
city-2633709	Woking	Vokingas|Уокинге|沃金|ウォキング	GB	103900	51.319	-0.5589	2026-12-21T08:04:00Z	Europe/London
city-1258044	Roorkee	रुड़की|రూర్కీ|Рурки	IN	103894	29.8663	77.8912	2026-12-21T01:40:00Z	Asia/Kolkata
city-2232239	Edéa	Edėja|Эдеа|埃代阿|إديا	CM	103861	3.8	10.1333	2026-12-21T05:20:00Z	Africa/Douala
city-1784185	Yuxi	玉溪市|Jü-si|Ngọc Khê|Юйси|玉渓市	CN	103829	24.355	102.5422	2026-12-20T23:49:00Z	Asia/Shanghai
city-2644487	Lincoln	Linkolnas|Линкольн|林肯|لنكولن	GB	103813	53.2268	-0.5379	2026-12-21T08:14:00Z	Europe/London
city-3453406	Poá		BR	103765	-23.5281	-46.3447	2026-12-21T08:16:00Z	America/Sao_Paulo
city-1816865	Bashan	Baqiu|Bashan Zhen|Ch'ung-jen|崇仁县	CN	103748	27.7682	116.0502	2026-12-20T23:02:00Z	Asia/Shanghai
city-2328811	Nkpor	Mkpor|Нкпор	NG	103733	6.1504	6.8304	2026-12-21T05:38:00Z	Africa/Lagos
city-2389086	Berbérati	Берберати	CF	103713	4.2612	15.7922	2026-12-21T04:58:00Z	Africa/Bangui
city-3406910	Bacabal	Бакабал	BR	103711	-4.2325	-44.7816	2026-12-21T08:46:00Z	America/Fortaleza
city-1166146	Sangla Hill		PK	103709	31.7167	73.3833	2026-12-21T02:02:00Z	Asia/Karachi
city-4738214	Tyler	Тайлер|泰勒|تايلر	US	103700	32.3513	-95.3011	2026-12-21T13:18:00Z	America/Chicago
city-1282027	Male	މާލެ|Мале|馬累	MV	103693	4.1752	73.5092	2026-12-21T01:07:00Z	Indian/Maldives
city-5345529	El Cajon	Эль-Кахон|埃尔卡洪|الكاهون	US	103679	32.7948	-116.9625	2026-12-21T14:46:00Z	America/Los_Angeles
city-3171058	Piacenza	Plaisance|Plasencia|Пьяченца|皮亚琴察|ピアチェンツァ	IT	103607	45.0524	9.6934	2026-12-21T06:56:00Z	Europe/Rome
city-1141857	Gardez	گرديز|Gardiz|Гардез	AF	103601	33.5974	69.2259	2026-12-21T02:23:00Z	Asia/Kabul
city-607610	Zhanaozen	Жаңаөзен|Жанаозен|Zhangaözen|Schangaösen	KZ	103598	43.3412	52.8619	2026-12-21T03:57:00Z	Asia/Aqtau
city-1810724	Gangu Chengguanzhen	甘古城关镇	CN	103589	34.7356	105.3263	2026-12-21T00:02:00Z	Asia/Shanghai
city-3515696	Teziutlan		MX	103583	19.8173	-97.3599	2026-12-21T12:59:00Z	America/Mexico_City
city-2249782	Kolda	Колда	SN	103574	12.8939	-14.9413	2026-12-21T07:17:00Z	Africa/Dakar
city-1253958	Udgīr		IN	103550	18.3926	77.1176	2026-12-21T01:19:00Z	Asia/Kolkata
city-5392423	San Mateo	Сан-Матео|聖馬刁|سان ماتيو	US	103536	37.563	-122.3255	2026-12-21T15:20:00Z	America/Los_Angeles
city-2732265	Viseu	Визеу	PT	103502	40.6617	-7.909	2026-12-21T07:52:00Z	Europe/Lisbon
city-1262209	Nagda	Nagda-Dhar	IN	103501	23.4583	75.4176	2026-12-21T01:35:00Z	Asia/Kolkata
city-2870221	Moers	Mėrsas|Мерс|默爾斯|مويرس	DE	103487	51.4534	6.6326	2026-12-21T07:36:00Z	Europe/Berlin
city-4148757	Brandon	Брэндон|ブランドン	US	103483	27.9378	-82.2859	2026-12-21T12:16:00Z	America/New_York
city-683123	Buzău	Bodzavásár|Бузэу|布澤烏|بوزاو	RO	103481	45.15	26.8333	2026-12-21T05:48:00Z	Europe/Bucharest
city-3111933	Reus	Реус	ES	103477	41.1561	1.1069	2026-12-21T07:17:00Z	Europe/Madrid
city-1631393	Prabumulih	Peraboemoelih|Perabumulih|Praboemoelih	ID	103470	-3.4345	104.2306	2026-12-20T22:51:00Z	Asia/Jakarta
city-3460974	Itabaiana		BR	103440	-10.685	-37.4253	2026-12-21T08:05:00Z	America/Maceio
city-933778	Francistown	Frensistaunas|Франсистаун|弗朗西斯敦|フランシスタウン	BW	103417	-21.17	27.5078	2026-12-21T03:25:00Z	Africa/Gaborone
city-1861449	Isehara	伊勢原	JP	103401	35.3993	139.3102	2026-12-20T21:48:00Z	Asia/Tokyo
city-2264268	Queluz	Келуш	PT	103399	38.7566	-9.2545	2026-12-21T07:51:00Z	Europe/Lisbon
city-3445859	Ubá	Уба|乌巴	BR	103365	-21.12	-42.9428	2026-12-21T08:07:00Z	America/Sao_Paulo
city-1276389	Betūl	Badnur	IN	103330	21.9006	77.9023	2026-12-21T01:22:00Z	Asia/Kolkata
city-1864572	Chikushino-shi	筑紫野市	JP	103311	33.4963	130.5156	2026-12-20T22:18:00Z	Asia/Tokyo
city-298806	Turgutlu	Caesarea Trocetta|Cassaba|Gasapa	TR	103292	38.4953	27.6997	2026-12-21T05:23:00Z	Europe/Istanbul
city-626081	Lida	Ліда|Лида|Lyda|利达	BY	103262	53.8833	25.2997	2026-12-21T06:35:00Z	Europe/Minsk
city-2451778	San		ML	103227	13.297	-4.8963	2026-12-21T06:37:00Z	Africa/Bamako
city-1269557	Jahānābād	Jehanabad	IN	103202	25.2137	84.9871	2026-12-21T01:01:00Z	Asia/Kolkata
city-6053154	Lethbridge	Летбридж|萊斯布里奇|ليثبريدج	CA	103197	49.7	-112.8186	2026-12-21T15:26:00Z	America/Edmonton
city-476077	Velikiye Luki	Великие Луки|Welikije Luki|Wielkie Łuki|Velikije Loeki|Velikije Luki|벨리키예루키	RU	103149	56.3406	30.5438	2026-12-21T06:30:00Z	Europe/Moscow
city-1267579	Kashipur	काशीपुर|کاشی پور، اتراکھنڈ|Кашипур	IN	103138	29.214	78.9569	2026-12-21T01:34:00Z	Asia/Kolkata
city-5387288	Rialto	Риальто|里亚托|ريالتو	US	103132	34.1064	-117.3703	2026-12-21T14:51:00Z	America/Los_Angeles
city-2634491	West Bromwich	Vest Bromičas|Уэст-Бромидж|西布羅米奇|ウェスト・ブロムウィッチ	GB	103112	52.5187	-1.9945	2026-12-21T08:16:00Z	Europe/London
city-3460791	Itanhaém	Итаньяэн|伊塔尼亚恩	BR	103102	-24.1831	-46.7889	2026-12-21T08:16:00Z	America/Sao_Paulo
city-1271306	Ghazīpur		IN	103095	25.5833	83.5853	2026-12-21T01:07:00Z	Asia/Kolkata
city-1624877	Tanjung Pandan	Pandan|Tandjoengpandan|Tandjong-pandan	ID	103062	-2.7335	107.6348	2026-12-20T22:39:00Z	Asia/Jakarta
city-3449521	Santo Antônio de Jesus		BR	103055	-12.9689	-39.2614	2026-12-21T08:08:00Z	America/Bahia
city-2338287	Ikere-Ekiti	Ikare|Ikere|Ikerre	NG	103054	7.4975	5.2304	2026-12-21T05:46:00Z	Africa/Lagos
city-2904789	Hildesheim	Hildesheimas|Хильдесхайм|希尔德斯海姆|هيلدسهايم	DE	103052	52.1508	9.9511	2026-12-21T07:27:00Z	Europe/Berlin
city-1174042	Kharian	کھاریاں	PK	103036	32.8161	73.887	2026-12-21T02:03:00Z	Asia/Karachi
city-2176187	Bendigo	Бендиго|本迪戈|ベンディゴ	AU	103034	-36.7582	144.2802	2026-12-20T19:00:00Z	Australia/Melbourne
city-1214073	Rantauprapat		ID	103009	2.1	99.8333	2026-12-20T23:18:00Z	Asia/Jakarta
city-12261477	Amaravati		IN	103000	16.514	80.516	2026-12-21T01:01:00Z	Asia/Kolkata
city-121380	Pārsābād	پارس آباد|Парсабад	IR	102996	39.6482	47.9174	2026-12-21T04:05:00Z	Asia/Tehran
city-1283161	Lahān		NP	102955	26.7202	86.4826	2026-12-21T00:58:00Z	Asia/Kathmandu
city-3071961	Liberec	Reichenberg|Liberecas|Либерец|利贝雷茨|ليبيريتس	CZ	102951	50.7671	15.0562	2026-12-21T06:59:00Z	Europe/Prague
city-1262260	Nagapattinam	நாகப்பட்டினம்|ナーガッパッティナム	IN	102905	10.7638	79.8431	2026-12-21T00:54:00Z	Asia/Kolkata
city-108648	Qurayyat	القريات	SA	102903	31.3318	37.3428	2026-12-21T04:25:00Z	Asia/Riyadh
city-1275019	Buxar		IN	102861	25.5755	83.9804	2026-12-21T01:06:00Z	Asia/Kolkata
city-3488981	Portmore		JM	102861	17.971	-76.8869	2026-12-21T11:34:00Z	America/Jamaica
city-3835994	Santa Rosa	Ciudad de Santa Rosa|Santa Rosa de Toay|Санта-Роса|聖羅莎|سانتا روزا، لا بامبا	AR	102860	-36.6162	-64.2899	2026-12-21T08:55:00Z	America/Argentina/Salta
city-3545064	Palma Soriano		CU	102826	20.2115	-75.9944	2026-12-21T11:35:00Z	America/Havana
city-503977	Pushkino	Пушкино|Pouchkino|Puschkino|Puškino|Puszkino|Poesjkino|普希金諾|بوشكينو	RU	102816	55.9946	37.829	2026-12-21T05:58:00Z	Europe/Moscow
city-1173687	Khushāb	Khushah	PK	102793	32.2967	72.3525	2026-12-21T02:07:00Z	Asia/Karachi
city-2332504	Lafiagi		NG	102779	8.853	5.4164	2026-12-21T05:48:00Z	Africa/Lagos
city-3468215	Caieiras		BR	102775	-23.3642	-46.7406	2026-12-21T08:18:00Z	America/Sao_Paulo
city-1529363	Xincheng	库车县|كۇچا|Kucha|Koutcha|Kuqa|Куча	CN	102752	41.715	82.9325	2026-12-21T01:52:00Z	Asia/Urumqi
city-1168307	Pasrur	Pasur|پسرور	PK	102717	32.2629	74.6633	2026-12-21T01:58:00Z	Asia/Karachi
city-1215412	Belawan		ID	102707	3.7755	98.6832	2026-12-20T23:26:00Z	Asia/Jakarta
city-1168412	Pano Aqil	Pano Akil	PK	102701	27.8562	69.1111	2026-12-21T02:10:00Z	Asia/Karachi
city-670889	Piatra Neamţ	Karacsonko|Pjatra-Njamc|Пятра-Нямц|بياترا نيامتس	RO	102688	46.9167	26.3333	2026-12-21T05:57:00Z	Europe/Bucharest
city-3647637	Cabudare		VE	102686	10.0266	-69.262	2026-12-21T10:49:00Z	America/Caracas
city-2929567	Erlangen	Erlangenas|Эрланген|埃爾蘭根|ارلنجن	DE	102675	49.591	11.0078	2026-12-21T07:10:00Z	Europe/Berlin
city-3817746	Tepexpan	Tepexnan	MX	102667	19.6139	-98.9364	2026-12-21T13:05:00Z	America/Mexico_City
city-233508	Entebbe	إنتيبي|Entebė|Энтеббе|恩德培	UG	102600	0.0562	32.4795	2026-12-21T03:44:00Z	Africa/Kampala
city-4853423	Davenport	Дэвенпорт|達文波特|دافنبورت	US	102582	41.5236	-90.5776	2026-12-21T13:25:00Z	America/Chicago
city-87205	Darnah	درنة|Derna	LY	102581	32.767	22.6367	2026-12-21T05:28:00Z	Africa/Tripoli
city-358269	Dayrūţ	ديروط	EG	102570	27.5564	30.8106	2026-12-21T04:43:00Z	Africa/Cairo
city-5097529	Edison	Gmina Edison|Эдисон|爱迪生|エジソン	US	102548	40.5187	-74.4121	2026-12-21T12:17:00Z	America/New_York
city-3892870	Curicó	Kuriko|Курико|庫里科|كوريكو	CL	102438	-34.9828	-71.2394	2026-12-21T09:28:00Z	America/Santiago
city-3509382	La Vega	Concepción de La Vega|Консепсион-де-ла-Вега|拉維加|コンセプシオン・デ・ラ・ベガ	DO	102426	19.2203	-70.531	2026-12-21T11:11:00Z	America/Santo_Domingo
city-1185121	Shāhzādpur	Sahzadpur	BD	102420	24.1769	89.5988	2026-12-21T00:40:00Z	Asia/Dhaka
city-3515062	Tulancingo	Tulancingo de Bravo	MX	102406	20.0835	-98.3629	2026-12-21T13:04:00Z	America/Mexico_City
city-1848254	Yono	中央区	JP	102364	35.8833	139.6333	2026-12-20T21:48:00Z	Asia/Tokyo
city-4018400	Apatzingán	阿帕欽甘	MX	102362	19.0886	-102.357	2026-12-21T13:18:00Z	America/Mexico_City
city-5731371	Hillsboro	Хиллсборо|希尔斯伯勒|هيلسبورو	US	102347	45.5229	-122.9898	2026-12-21T15:49:00Z	America/Los_Angeles
city-1263494	Mormugao	Мармагао	IN	102345	15.3891	73.8149	2026-12-21T01:26:00Z	Asia/Kolkata
city-1256826	Seoni		IN	102343	22.085	79.5504	2026-12-21T01:16:00Z	Asia/Kolkata
city-1165744	Shabqadar	Shabgadar Fort|Shabkadar|Shapqadar	PK	102340	34.216	71.5548	2026-12-21T02:16:00Z	Asia/Karachi
city-3670502	Sabanalarga	Sabanalargo	CO	102334	10.6307	-74.9221	2026-12-21T11:13:00Z	America/Bogota
city-1805270	Jishou	Ch’ien-ch’eng	CN	102332	28.3193	109.7335	2026-12-20T23:29:00Z	Asia/Shanghai
city-329114	Sebeta		ET	102300	8.9167	38.6167	2026-12-21T03:35:00Z	Africa/Addis_Ababa
city-2027456	Artëm	Артём|Artjom	RU	102300	43.3576	132.1914	2026-12-20T22:40:00Z	Asia/Vladivostok
city-1849519	Tsuyama	津山市|Цуяма|تسوياما	JP	102294	35.0521	133.9989	2026-12-20T22:08:00Z	Asia/Tokyo
city-2962943	Limerick	Luimneach|Лимерик|リムリック	IE	102287	52.6647	-8.6231	2026-12-21T08:44:00Z	Europe/Dublin
city-3469989	Birigui	Биригуи|比里吉	BR	102277	-21.2886	-50.34	2026-12-21T08:36:00Z	America/Sao_Paulo
city-1278148	Aurangābād		IN	102244	24.752	84.3742	2026-12-21T01:02:00Z	Asia/Kolkata
city-3885273	Lampa		CL	102234	-33.2863	-70.8756	2026-12-21T09:31:00Z	America/Santiago
city-1625929	Sungai Penuh	Soengaipenoeh|Sungeipenu	ID	102224	-2.0561	101.3913	2026-12-20T23:05:00Z	Asia/Jakarta
city-3460523	Ituiutaba	Итиютаба|伊图尤塔巴	BR	102217	-18.9743	-49.4621	2026-12-21T08:38:00Z	America/Sao_Paulo
city-479411	Ukhta	Ухта|Oukhta|Uchta|Ujtá|Oechta|Uhta|乌赫塔|أوختا	RU	102187	63.569	53.6914	2026-12-21T06:10:00Z	Europe/Moscow
city-1151933	Nakhon Si Thammarat	นครศรีธรรมราช|Nakhon Si Tammarat|Nakhon Szi Thammarat|Накхонситхаммарат|那空是贪玛叻	TH	102152	8.4333	99.9667	2026-12-20T23:29:00Z	Asia/Bangkok
city-3460132	Japeri		BR	102149	-22.6431	-43.6533	2026-12-21T08:07:00Z	America/Sao_Paulo
city-6648023	Shuifu	向家坝|Xiangjiaba	CN	102143	28.6321	104.4078	2026-12-20T23:51:00Z	Asia/Shanghai
city-6822146	Ōnojō	大野城市|Ónodžó|Онодзё|أونجو	JP	102085	33.5357	130.4786	2026-12-20T22:18:00Z	Asia/Tokyo
city-1172915	Kot Radha Kishan	تصیل کوٹ رادھا کشن	PK	102057	31.1707	74.1013	2026-12-21T01:58:00Z	Asia/Karachi
city-2219936	Al Jumayl	الجميل	LY	102000	32.8529	12.0612	2026-12-21T06:10:00Z	Africa/Tripoli
city-3441894	Maldonado	Maldonadas|Мальдонадо|馬爾多納多|マルドナド	UY	102000	-34.8979	-54.9502	2026-12-21T08:23:00Z	America/Montevideo
city-2745641	Venlo	Fenlo|Venlas|Венло|芬洛|フェンロー	NL	101988	51.37	6.1681	2026-12-21T07:38:00Z	Europe/Amsterdam
city-3393008	Parintins	Паринтинса	BR	101956	-2.6283	-56.7358	2026-12-21T09:37:00Z	America/Manaus
city-3458131	Mairiporã	Майрипоран	BR	101937	-23.3186	-46.5867	2026-12-21T08:17:00Z	America/Sao_Paulo
city-3172189	Novara	Novare|Новара|ノヴァーラ	IT	101916	45.4469	8.6212	2026-12-21T07:02:00Z	Europe/Rome
city-114584	Shūshtar	Шуштэр	IR	101878	32.0497	48.8484	2026-12-21T03:41:00Z	Asia/Tehran
city-99039	Al-Musayab	المسيب|Al Musayyib|Аль-Эль-Мусайибе	IQ	101873	32.7787	44.2901	2026-12-21T04:01:00Z	Asia/Baghdad
city-1997228	Hedong	Hedong Zhen|河东	CN	101825	23.9196	115.7801	2026-12-20T22:55:00Z	Asia/Shanghai
city-1270077	Hinganghāt		IN	101805	20.5487	78.8398	2026-12-21T01:16:00Z	Asia/Kolkata
city-3406545	Balsas	Бальсас	BR	101767	-7.5325	-46.0356	2026-12-21T08:45:00Z	America/Fortaleza
city-737022	Zonguldak	Zonquldak|Zonguldakas|Зонгулдак|宗古爾達克|زونغولداق	TR	101749	41.4514	31.7931	2026-12-21T05:15:00Z	Europe/Istanbul
city-311665	Iğdır	Îdir|Igdyras|Игдир|厄德尔|اغدير	TR	101700	39.9237	44.045	2026-12-21T04:22:00Z	Europe/Istanbul
city-2650497	Eastbourne	Istbornas|Истборн|伊斯特本|إيست بورن	GB	101689	50.7687	0.2845	2026-12-21T07:58:00Z	Europe/London
city-1272997	Dhamtari		IN	101677	20.7072	81.5487	2026-12-21T01:05:00Z	Asia/Kolkata
city-5937615	Delta	Дельта|三角洲|ديلتا	CA	101668	49.0892	-123.0532	2026-12-21T16:04:00Z	America/Vancouver
city-624079	Orsha	Орша|Orscha|Orsza|Vorsja|Orsa|奥尔沙|ヴォルシャ	BY	101662	54.5136	30.4036	2026-12-21T06:18:00Z	Europe/Minsk
city-2633563	Worcester	Caerwrangon|Vusteris|Вустер|伍斯特|وستر	GB	101659	52.1893	-2.22	2026-12-21T08:16:00Z	Europe/London
city-5475352	Las Cruces	Лас-Крусес|拉斯克鲁塞斯|لاس كروسيس	US	101643	32.3123	-106.7783	2026-12-21T14:04:00Z	America/Denver
city-3044774	Székesfehérvár	Albareale|Sėkešfehėrvaras|Stolni Biograd|Секешфехервар|塞克什白堡|سيكشفهيرفار	HU	101600	47.19	18.4103	2026-12-21T06:30:00Z	Europe/Budapest
city-3459342	Lagarto		BR	101579	-10.9172	-37.65	2026-12-21T08:06:00Z	America/Maceio
city-2656173	Bath	Caerfaddon|Batas|Бат|巴斯|باث	GB	101557	51.3751	-2.3617	2026-12-21T08:12:00Z	Europe/London
city-2532945	Sidi Slimane	Сиди-Слимане	MA	101541	34.2648	-5.926	2026-12-21T07:26:00Z	Africa/Casablanca
city-1861864	Iida	飯田市|Иида|إييدا	JP	101536	35.5196	137.8207	2026-12-20T21:54:00Z	Asia/Tokyo
city-3649417	Los Puertos de Altagracia	Altagracia	VE	101527	10.7149	-71.5217	2026-12-21T10:59:00Z	America/Caracas
city-4926563	South Bend	Saut Bendas|Саут-Бенд|南本德|ساوث بند	US	101516	41.6834	-86.25	2026-12-21T13:09:00Z	America/Indiana/Indianapolis
city-1504682	Kansk	Канск|Kanskas|坎斯克|كانسك	RU	101502	56.2022	95.7185	2026-12-21T02:08:00Z	Asia/Krasnoyarsk
city-5921356	Chilliwack		CA	101491	49.1664	-121.9526	2026-12-21T16:00:00Z	America/Vancouver
city-3037044	Argenteuil	Аржантей|アルジャントゥイユ	FR	101475	48.9479	2.2474	2026-12-21T07:42:00Z	Europe/Paris
city-1503772	Khanty-Mansiysk	Ханты-Мансийск|Khanty-Mansiïsk|Chanty-Mansijsk|Janty-Mansisk|Chanty-Mansyjsk|Chanty-Mansiejsk|汉特-曼西斯克|خانتي-مانسييسك	RU	101466	61.0019	69.0273	2026-12-21T04:36:00Z	Asia/Yekaterinburg
city-1710470	Isulan	Kalawag|اسولان، سلطان قدرت	PH	101455	6.6294	124.605	2026-12-20T21:47:00Z	Asia/Manila
city-2248698	Mbaké	Mbacke|Мбаке|امباکه|姆巴凯	SN	101451	14.7903	-15.908	2026-12-21T07:24:00Z	Africa/Dakar
city-1252416	Thimphu	ཐིམ་ཕུུུུ|Thimphou|Timbu|Thimbu|Timpu|Тхимпху|廷布	BT	98676	27.4661	89.6419	2026-12-21T00:47:00Z	Asia/Thimphu
city-3374036	Bridgetown	Bridžtaunas|Бриджтаун|布里奇敦|بريدج تاون	BB	98511	13.1073	-59.6202	2026-12-21T10:16:00Z	America/Barbados
city-2139521	Nouméa	Numea|Numėja|Нумеа|努美阿|نوميا	NC	93060	-22.2741	166.4488	2026-12-20T18:07:00Z	Pacific/Noumea
city-3570675	Fort-de-France	For de Fransas|Форт-де-Франс|法兰西堡|فور دو فرانس	MQ	89995	14.6037	-61.0742	2026-12-21T10:24:00Z	America/Martinique
city-2198148	Suva	Suwa|Сува|蘇瓦|سوفا	FJ	77366	-18.1368	178.4253	2026-12-20T17:27:00Z	Pacific/Fiji
city-2960316	Luxembourg	Lëtzebuerg|Luxemburg|Luxemburgo|Lussemburgo|Luksemburg|Люксембург|盧森堡市|لوكسمبورغ	LU	76684	49.6098	6.1327	2026-12-21T07:29:00Z	Europe/Luxembourg
city-934985	Mbabane	Embabane|Мбабане|墨巴本|مبابان	SZ	76218	-26.3167	31.1333	2026-12-21T03:00:00Z	Africa/Mbabane
city-921772	Moroni	موروني|Moronis|Морони|莫洛尼	KM	74749	-11.7022	43.2551	2026-12-21T02:40:00Z	Indian/Comoro
city-426272	Gitega	Гитеге	BI	64904	-3.4271	29.9246	2026-12-21T03:48:00Z	Africa/Bujumbura
city-1820906	Bandar Seri Begawan	Bandar Seri Begavan|Bandar Seri Begavanas|Бандар-Сери-Бегаван|斯里巴加湾市|بندر سري بكاوان	BN	64409	4.8903	114.9401	2026-12-20T22:23:00Z	Asia/Brunei
city-3382160	Cayenne	Cayena|Caienna|Caiena|Kajenna|Kajena|Кайенна|開雲|كايين	GF	61550	4.9381	-52.3346	2026-12-21T09:32:00Z	America/Cayenne
city-285787	Kuwait City	مدينة الكويت|Koweït|Kuwait-Stadt|Ciudad de Kuwait|Al-Kuwait|Kuwait|Эль-Кувейт|科威特市	KW	60064	29.367	47.9743	2026-12-21T03:38:00Z	Asia/Kuwait
city-2108502	Honiara	Хониара|霍尼亚拉|هونيارا	SB	56298	-9.4333	159.95	2026-12-20T18:58:00Z	Pacific/Guadalcanal
city-921815	Mamoudzou	Mamoutzou|Mamudzu|Мамудзу|마무주	YT	54831	-12.7823	45.2288	2026-12-21T02:31:00Z	Indian/Mayotte
city-2410763	São Tomé	Santo Tomé|San Tomė|Сан-Томе|圣多美|ساو تومي	ST	53300	0.3376	6.7299	2026-12-21T05:28:00Z	Africa/Sao_Tome
city-3576022	Saint John’s	St John's|Sent Džonsas|Сент-Джонс|圣约翰|セントジョンズ	AG	51737	17.121	-61.8433	2026-12-21T10:32:00Z	America/Antigua
city-3573890	Port of Spain	Port-d'Espagne|Puerto España|Port of Speinas|Порт-оф-Спейн|西班牙港|بورت أوف سبين	TT	49031	10.6667	-61.5189	2026-12-21T10:19:00Z	America/Port_of_Spain
city-7828758	Saipan	Сайпан|사이판	MP	48220	15.2123	145.7545	2026-12-20T20:38:00Z	Pacific/Saipan
city-4035413	Apia	Apija|Апиа|阿皮亚|أبيا	WS	40407	-13.8333	-171.7667	2026-12-20T16:56:00Z	Pacific/Apia
city-2110257	Tarawa	Tarawa Sud|Tarawa do Sul|Zuid-Tarawa|South Tarawa|Южная Тарава|타라와	KI	40311	1.3278	172.977	2026-12-20T18:24:00Z	Pacific/Tarawa
city-2413876	Banjul	Bandżul|Bandžulis|Банжул|班珠尔|بانجول	GM	37274	13.4527	-16.578	2026-12-21T07:24:00Z	Africa/Banjul
city-2135171	Port-Vila	Порт-Вила|維拉港|ポートビラ	VU	35901	-17.7365	168.3137	2026-12-20T18:09:00Z	Pacific/Efate
city-2993458	Monaco	Монако|Μονακό|모나코	MC	32965	43.7372	7.4215	2026-12-21T07:01:00Z	Europe/Monaco
city-3577154	Oranjestad	Aran'estad|Oran'estad|Oraniestat|Араньестад|أورنجستاد|奥拉涅斯塔德	AW	29998	12.524	-70.027	2026-12-21T10:56:00Z	America/Aruba
city-3580661	George Town	Džordžtaunas|Джорджтаун|喬治敦|جورج تاون	KY	29370	19.2866	-81.3744	2026-12-21T11:54:00Z	America/Cayman
city-3042091	Saint Helier	Сент-Хельер|세인트헬리어	JE	28000	49.188	-2.1049	2026-12-21T08:00:00Z	Europe/Jersey
city-2411585	Gibraltar	Calpe|Cebelitarik|Cebelitarık|Гибралтар|جبل طارق|直布罗陀	GI	26544	36.1447	-5.3526	2026-12-21T07:28:00Z	Europe/Gibraltar
city-4033936	Papeete	Папеэте|帕皮提|بابيتي	PF	26357	-17.5347	-149.5684	2026-12-21T15:21:00Z	Pacific/Tahiti
city-3042237	Douglas	Doolish|Daglasas|Дуглас|道格拉斯|دوغلاس	IM	26218	54.15	-4.4833	2026-12-21T08:36:00Z	Europe/Isle_of_Man
city-2113779	Majuro	Majur|Маджуро|Μαζούρο|마주로	MH	25400	7.0897	171.3803	2026-12-20T18:41:00Z	Pacific/Majuro
city-3577887	Kingstown	Kingstaunas|Кингстаун|金斯敦|كينغستاون	VC	24518	13.1553	-61.2274	2026-12-21T10:22:00Z	America/St_Vincent
city-241131	Victoria	Viktorija|Виктория|维多利亚|فيكتوريا	SC	22881	-4.62	55.455	2026-12-21T02:04:00Z	Indian/Mahe
city-4032402	Nuku‘alofa	Nukuʻalofa|Нукуалофа|努库阿洛法|ヌクアロファ	TO	22400	-21.1368	-175.2011	2026-12-20T16:56:00Z	Pacific/Tongatapu
city-3041563	Andorra la Vella	Andorre-la-Vieille|Andorra-a-Velha|Andora|Андорра-ла-Велья|安道爾城|أندورا لا فيلا	AD	20430	42.5078	1.5211	2026-12-21T07:20:00Z	Europe/Andorra
city-3576812	Castries	Kastris|Кастри|卡斯特里|كاستريس	LC	20000	13.9957	-61.0061	2026-12-21T10:23:00Z	America/St_Lucia
city-4795467	Charlotte Amalie	Carlota Amalia|Šarlotė Amalija|Шарлота Амалия|夏洛特阿马利亚|شارلوت أمالي	VI	20000	18.3419	-64.9307	2026-12-21T10:47:00Z	America/St_Thomas
city-3575635	Roseau	Rozo|Розо|羅索|روسو	DM	16571	15.3017	-61.3881	2026-12-21T10:27:00Z	America/Dominica
city-3042287	Saint Peter Port	St Peter Port|Saint-Pierre-Port|Sent Piter Portas|Сент-Питер-Порт|圣彼得港|سان بيتر بورت	GG	16488	49.4598	-2.5353	2026-12-21T08:03:00Z	Europe/Guernsey
city-3421319	Nuuk	Nukas|Нуук|努克|نوك	GL	14798	64.1835	-51.7216	2026-12-21T13:22:00Z	America/Nuuk
city-3582672	Belmopan	Belmopanas|Бельмопан|貝爾墨邦|بلموبان	BZ	13381	17.2538	-88.764	2026-12-21T12:20:00Z	America/Belize
city-4035715	Avarua	Аваруа|阿瓦鲁阿|آواروآ	CK	13373	-21.2075	-159.7755	2026-12-21T15:54:00Z	Pacific/Rarotonga
city-2611396	Tórshavn	Thorshavn|Torshamn|Torshaunas|Торсхавн|托爾斯港|توشهافن	FO	13200	62.0097	-6.7716	2026-12-21T09:51:00Z	Atlantic/Faroe
city-3575551	Basseterre	Basteras|Бастер|巴斯特尔|باستير	KN	12920	17.2955	-62.725	2026-12-21T10:36:00Z	America/St_Kitts
city-5881576	Pago Pago	Пагопаго|帕果帕果|باغو باغو	AS	11500	-14.2781	-170.7025	2026-12-21T16:52:00Z	Pacific/Pago_Pago
city-3579732	Basse-Terre	Bas Teras|Бас-Тер|巴斯特尔|باس-تير	GP	11472	15.9971	-61.7321	2026-12-21T10:30:00Z	America/Guadeloupe
city-3041732	Mariehamn	Maarianhamina|Мариехамн|マリエハムン|마리에함	AX	10682	60.0973	19.9348	2026-12-21T07:43:00Z	Europe/Mariehamn
city-3577430	Road Town	Rod Taunas|Rod-Taun|Rod-Tauno|Род-Таун|رود تاون|罗德城	VG	8449	18.4269	-64.6208	2026-12-21T10:46:00Z	America/Tortola
city-3579925	Saint George's	St. George's|Sent Džordžas|Сент-Джоржес|セントジョージズ|Σεντ Τζόρτζες	GD	7500	12.0529	-61.7523	2026-12-21T10:22:00Z	America/Grenada
city-2081986	Palikir	Palikyras|Паликир|帕利基尔|パリキール	FM	6942	6.9248	158.1611	2026-12-20T19:33:00Z	Pacific/Pohnpei
city-2562305	Valletta	La Valette|La Valletta|Valeta|Валлетта|瓦莱塔|فاليتا	MT	6794	35.8997	14.5148	2026-12-21T06:08:00Z	Europe/Malta
city-2110394	Funafuti	Fongafale|Φουναφούτι|푸나푸티	TV	6320	-8.5243	179.1942	2026-12-20T17:42:00Z	Pacific/Funafuti
city-3424934	Saint-Pierre	생피에르	PM	6200	46.7791	-56.1773	2026-12-21T11:27:00Z	America/Miquelon
city-3579132	Gustavia	Goustavia|Gustaf|Gustavi|Густави|گوستاویا|居斯塔维亚	BL	5988	17.8962	-62.8498	2026-12-21T10:38:00Z	America/St_Barthelemy
city-3578851	Marigot	Marigo|Marigoto|Marinko|Мариго|ماریگاٹ|马里戈	MF	5700	18.0682	-63.083	2026-12-21T10:39:00Z	America/Marigot
city-3042030	Vaduz	Vaducas|Вадуц|瓦都茲|ファドゥーツ	LI	5197	47.1415	9.5215	2026-12-21T07:05:00Z	Europe/Vaduz
city-3168070	San Marino	Ville de Saint-Marin|São Marino|San Marino şehri|San Marinas|Orașul San Marino|Сан-Марино|聖馬力諾|سان مارينو المدينة	SM	4500	43.9367	12.4464	2026-12-21T06:41:00Z	Europe/San_Marino
city-3576994	Cockburn Town	Kobern Taun|Kobern Taunas|Kobərn Taun|Коберн Таун|کاک برن ٹاؤن|科伯恩城	TC	3720	21.4612	-71.1419	2026-12-21T11:18:00Z	America/Grand_Turk
city-2729907	Longyearbyen	Лонгйир|Longjyrbienas|朗伊爾城|لونقييربين	SJ	2368	78.2233	15.6469		Arctic/Longyearbyen
city-3426691	Stanley	Port Stanley|Port Stenli|Port Stenlis|Порт Стенли|استنلی، جزایر فالکلند|斯坦利	FK	2213	-51.6938	-57.857	2026-12-21T07:29:00Z	Atlantic/Stanley
city-3573374	The Valley	El Valle|Valis|Валли|瓦利|バレー	AI	2035	18.217	-63.0578	2026-12-21T10:39:00Z	America/Anguilla
city-12226438	Ciudad de la Paz	Cidade da Paz|Ciudad de le Paz|Oyala|Сиудад де ла Пас|سيوداد دي لا باز|拉巴斯城	GQ	2000	1.5925	10.8236	2026-12-21T05:14:00Z	Africa/Malabo
city-3513392	Philipsburg	Filip'smpournk|Filipsburg|Filipsburga|Филипсбург|فلپسبرگ|菲利普斯堡	SX	1400	18.026	-63.0458	2026-12-21T10:39:00Z	America/Lower_Princes
city-4034821	Mata-Utu	Мата-Уту|马塔乌图|マタウトゥ	WF	1200	-13.2816	-176.1745	2026-12-20T17:15:00Z	Pacific/Wallis
city-7626461	Yaren	Yaren District|Jarenas|Ярен|亞倫區|ضاحية يارين	NR	1100	-0.5508	166.9252	2026-12-20T18:45:00Z	Pacific/Nauru
city-4044012	Hagåtña	Agaña|Aganija|Хагатна|阿加尼亚|هاغاتنيا	GU	1051	13.4757	144.7489	2026-12-20T20:39:00Z	Pacific/Guam
city-3573197	Hamilton	Hamiltonas|Гамильтон|哈密尔顿|هاميلتون	BM	902	32.2949	-64.783	2026-12-21T11:16:00Z	Atlantic/Bermuda
city-2161314	Kingston	Kingston pa Norfolkoya|Kingston på Norfolkøya|Kingstona|Кингстон|كينغستون|金斯敦	NF	880	-29.0546	167.9663	2026-12-20T17:46:00Z	Pacific/Norfolk
city-6691831	Vatican City	Acqua Santa|Citta del Vaticano|Ciudad del Vaticano|Ватикан	VA	829	41.9027	12.4541	2026-12-21T06:34:00Z	Europe/Vatican
city-3370903	Jamestown	Džeimstaunas|Джеймстаун|詹姆斯敦|جيمس تاون	SH	637	-15.9249	-5.7182	2026-12-21T05:48:00Z	Atlantic/St_Helena
city-4036284	Alofi	Alofis|Alofo|Pasjolak Alofi|Алофи|الوفی|阿洛菲	NU	624	-19.0529	-169.9196	2026-12-21T16:39:00Z	Pacific/Niue
city-2078127	Flying Fish Cove	Flain-Fish-Kouv|Flaing Fish Kouv|Flajing Fish Kouv|Флаинг Фиш Коув|فلائینگ فش کوو|飞鱼湾	CX	500	-10.4217	105.6791	2026-12-20T22:33:00Z	Indian/Christmas
city-7304591	West Island	Isla oeste	CC	120	-12.1568	96.8225	2026-12-20T23:05:00Z	Indian/Cocos
city-4030723	Adamstown	Adamstaun|Adamstaunas|Adamstauno|Адамстаун|آدمزتاون|亚当斯敦	PN	46	-25.066	-130.1015	2026-12-21T13:47:00Z	Pacific/Pitcairn
city-1546102	Port-aux-Français	Port o Fransė|Порт-о-Франсэ|法兰西港|ポルトーフランセ	TF	45	-49.3492	70.2194	2026-12-20T23:09:00Z	Indian/Kerguelen
city-3426466	Grytviken	Gritviken|Griutvikenas|Grjutviken|Грутвикен|古利德維肯	GS	2	-54.2811	-36.5092	2026-12-21T05:48:00Z	Atlantic/South_Georgia
city-3578069	Plymouth	Plimutas|Плимут|普利茅斯|بليموث	MS	0	16.7055	-62.2129	2026-12-21T10:33:00Z	America/Montserrat
"""#

    /// Countries and territories.
    ///
    /// - `code`: ISO 3166-1 alpha-2 code (`XK` for Kosovo); the record name is `country-` and the code
    /// - `name`: English name
    /// - `continent`: English name of the continent
    /// - `capital`: name of the capital
    /// - `capitalCity`: `id` of the capital's line of ``cities``
    /// - `population`: number of inhabitants
    /// - `area`: area in square kilometres
    static let countries: String = #"""
code	name	continent	capital	capitalCity	population	area
CN	China	Asia	Beijing	city-1816670	1411778724	9596960
IN	India	Asia	New Delhi	city-1261481	1352617328	3287590
US	United States	North America	Washington	city-4140963	327167434	9629091
ID	Indonesia	Asia	Jakarta	city-1642911	267663435	1919440
PK	Pakistan	Asia	Islamabad	city-1176615	212215030	803940
BR	Brazil	South America	Brasília	city-3469058	209469333	8511965
NG	Nigeria	Africa	Abuja	city-2352778	195874740	923768
BD	Bangladesh	Asia	Dhaka	city-1185241	161356039	144000
RU	Russia	Europe	Moscow	city-524901	144478050	17100000
JP	Japan	Asia	Tokyo	city-1850147	126529100	377835
MX	Mexico	North America	Mexico City	city-3530597	126190788	1972550
ET	Ethiopia	Africa	Addis Ababa	city-344979	109224559	1127127
PH	Philippines	Asia	Manila	city-1701668	106651922	300000
EG	Egypt	Africa	Cairo	city-360630	98423595	1001450
VN	Vietnam	Asia	Hanoi	city-1581130	95540395	329560
CD	Democratic Republic of the Congo	Africa	Kinshasa	city-2314302	84068091	2345410
DE	Germany	Europe	Berlin	city-2950159	82927922	357021
TR	Turkey	Asia	Ankara	city-323786	82319724	780580
IR	Iran	Asia	Tehran	city-112931	81800269	1648000
TH	Thailand	Asia	Bangkok	city-1609350	69428524	514000
FR	France	Europe	Paris	city-2988507	66987244	547030
GB	United Kingdom	Europe	London	city-2643743	66488991	244820
IT	Italy	Europe	Rome	city-3169070	60431283	301230
ZA	South Africa	Africa	Pretoria	city-964137	57779622	1219912
TZ	Tanzania	Africa	Dodoma	city-160196	56318348	945087
MM	Myanmar	Asia	Nay Pyi Taw	city-6611854	53708395	678500
KR	South Korea	Asia	Seoul	city-1835848	51635256	98480
KE	Kenya	Africa	Nairobi	city-184745	51393010	582650
CO	Colombia	South America	Bogotá	city-3688689	49648685	1138910
ES	Spain	Europe	Madrid	city-3117735	46723749	504782
AR	Argentina	South America	Buenos Aires	city-3435910	44494502	2766890
UG	Uganda	Africa	Kampala	city-232422	42723139	236040
DZ	Algeria	Africa	Algiers	city-2507480	42228429	2381740
SD	Sudan	Africa	Khartoum	city-379252	41801533	1861484
UA	Ukraine	Europe	Kyiv	city-703448	40000000	603700
IQ	Iraq	Asia	Baghdad	city-98182	38433600	437072
PL	Poland	Europe	Warsaw	city-756135	37978548	312685
AF	Afghanistan	Asia	Kabul	city-1138958	37172386	647500
CA	Canada	North America	Ottawa	city-6094817	37058856	9984670
MA	Morocco	Africa	Rabat	city-2538475	36029138	446550
SA	Saudi Arabia	Asia	Riyadh	city-108410	33699947	1960582
UZ	Uzbekistan	Asia	Tashkent	city-1512569	32955400	447400
PE	Peru	South America	Lima	city-3936456	31989256	1285220
MY	Malaysia	Asia	Kuala Lumpur	city-1735161	31528585	329750
AO	Angola	Africa	Luanda	city-2240449	30809762	1246700
GH	Ghana	Africa	Accra	city-2306104	29767108	239460
MZ	Mozambique	Africa	Maputo	city-1040652	29495962	801590
VE	Venezuela	South America	Caracas	city-3646738	28870195	912050
YE	Yemen	Asia	Sanaa	city-71137	28498687	527970
NP	Nepal	Asia	Kathmandu	city-1283240	28087871	140800
MG	Madagascar	Africa	Antananarivo	city-1070940	26262368	587040
KP	North Korea	Asia	Pyongyang	city-1871859	25549819	120540
CM	Cameroon	Africa	Yaoundé	city-2220957	25216237	475440
CI	Ivory Coast	Africa	Yamoussoukro	city-2279755	25069229	322460
AU	Australia	Oceania	Canberra	city-2172517	24992369	7686850
TW	Taiwan	Asia	Taipei	city-1668341	23451837	35980
NE	Niger	Africa	Niamey	city-2440485	22442948	1267000
LK	Sri Lanka	Asia	Colombo	city-1248991	21670000	65610
BF	Burkina Faso	Africa	Ouagadougou	city-2357048	19751535	274200
RO	Romania	Europe	Bucharest	city-683506	19473936	237500
ML	Mali	Africa	Bamako	city-2460596	19077690	1240000
CL	Chile	South America	Santiago	city-3871336	18729160	756950
KZ	Kazakhstan	Asia	Astana	city-1526273	18276499	2717300
MW	Malawi	Africa	Lilongwe	city-927967	17563749	118480
ZM	Zambia	Africa	Lusaka	city-909137	17351822	752614
GT	Guatemala	North America	Guatemala City	city-3598132	17247807	108890
NL	The Netherlands	Europe	Amsterdam	city-2759794	17231017	41526
EC	Ecuador	South America	Quito	city-3652462	17084357	283560
SY	Syria	Asia	Damascus	city-170654	16906283	185180
ZW	Zimbabwe	Africa	Harare	city-890299	16868409	390580
KH	Cambodia	Asia	Phnom Penh	city-1821306	16249798	181040
SN	Senegal	Africa	Dakar	city-2253354	15854360	196190
TD	Chad	Africa	N'Djamena	city-2427123	15477751	1284000
SO	Somalia	Africa	Mogadishu	city-53654	15008154	637657
GN	Guinea	Africa	Conakry	city-2422465	12414318	245857
RW	Rwanda	Africa	Kigali	city-202061	12301939	26338
TN	Tunisia	Africa	Tunis	city-2464470	11565204	163610
BJ	Benin	Africa	Porto-Novo	city-2392087	11485048	112620
BE	Belgium	Europe	Brussels	city-2800866	11422068	30510
BO	Bolivia	South America	Sucre	city-3903987	11353142	1098580
CU	Cuba	North America	Havana	city-3553478	11338138	110860
BI	Burundi	Africa	Gitega	city-426272	11175378	27830
HT	Haiti	North America	Port-au-Prince	city-3718426	11123176	27750
GR	Greece	Europe	Athens	city-264371	10727668	131940
DO	Dominican Republic	North America	Santo Domingo	city-3492908	10627165	48730
CZ	Czechia	Europe	Prague	city-3067696	10625695	78866
PT	Portugal	Europe	Lisbon	city-2267057	10281762	92391
AZ	Azerbaijan	Asia	Baku	city-587084	10224900	86600
SE	Sweden	Europe	Stockholm	city-2673730	10183175	449964
JO	Jordan	Asia	Amman	city-250441	9956011	92300
HU	Hungary	Europe	Budapest	city-3054643	9768785	93030
AE	United Arab Emirates	Asia	Abu Dhabi	city-292968	9630959	82880
HN	Honduras	North America	Tegucigalpa	city-3600949	9587522	112090
BY	Belarus	Europe	Minsk	city-625144	9485386	207600
TJ	Tajikistan	Asia	Dushanbe	city-1221874	9100837	143100
IL	Israel	Asia	Jerusalem	city-281184	8883800	20770
AT	Austria	Europe	Vienna	city-2761369	8847037	83858
PG	Papua New Guinea	Oceania	Port Moresby	city-2088122	8606316	462840
CH	Switzerland	Europe	Bern	city-2661552	8516543	41290
SS	South Sudan	Africa	Juba	city-373303	8260490	644329
TG	Togo	Africa	Lomé	city-2365267	7889094	56785
SL	Sierra Leone	Africa	Freetown	city-2409306	7650154	71740
HK	Hong Kong	Asia	Hong Kong	city-1819729	7396076	1092
LA	Laos	Asia	Vientiane	city-1651944	7061507	236800
BG	Bulgaria	Europe	Sofia	city-727011	7000039	110910
RS	Serbia	Europe	Belgrade	city-792680	6982084	88361
PY	Paraguay	South America	Asunción	city-3439389	6956071	406750
LB	Lebanon	Asia	Beirut	city-276781	6848925	10400
LY	Libya	Africa	Tripoli	city-2210247	6678567	1759540
NI	Nicaragua	North America	Managua	city-3617763	6465513	129494
SV	El Salvador	North America	San Salvador	city-3583361	6420744	21040
KG	Kyrgyzstan	Asia	Bishkek	city-1528675	6315800	198500
ER	Eritrea	Africa	Asmara	city-343300	6209262	121320
TM	Turkmenistan	Asia	Ashgabat	city-162183	5850908	488100
DK	Denmark	Europe	Copenhagen	city-2618425	5797446	43094
SG	Singapore	Asia	Singapore	city-1880252	5638676	692
FI	Finland	Europe	Helsinki	city-658225	5518050	337030
SK	Slovakia	Europe	Bratislava	city-3060972	5447011	48845
NO	Norway	Europe	Oslo	city-3143244	5314336	324220
CG	Republic of the Congo	Africa	Brazzaville	city-2260535	5244363	342000
CR	Costa Rica	North America	San José	city-3621849	4999441	51100
NZ	New Zealand	Oceania	Wellington	city-2179537	4885500	268680
IE	Ireland	Europe	Dublin	city-2964574	4853506	70280
OM	Oman	Asia	Muscat	city-287286	4829483	212460
LR	Liberia	Africa	Monrovia	city-2274895	4818977	111370
CF	Central African Republic	Africa	Bangui	city-2389853	4666377	622984
PS	Palestinian Territory	Asia	East Jerusalem	city-7303419	4569087	5970
MR	Mauritania	Africa	Nouakchott	city-2377450	4403319	1030700
PA	Panama	North America	Panama City	city-3703443	4176873	78200
KW	Kuwait	Asia	Kuwait City	city-285787	4137309	17820
HR	Croatia	Europe	Zagreb	city-3186886	3871833	56542
GE	Georgia	Asia	Tbilisi	city-611717	3704500	69700
MD	Moldova	Europe	Chisinau	city-618426	3545883	33843
UY	Uruguay	South America	Montevideo	city-3441575	3449299	176220
BA	Bosnia and Herzegovina	Europe	Sarajevo	city-3191281	3323929	51129
PR	Puerto Rico	North America	San Juan	city-4568127	3195153	9104
MN	Mongolia	Asia	Ulan Bator	city-2028462	3170208	1565000
AM	Armenia	Asia	Yerevan	city-616052	3090500	29800
JM	Jamaica	North America	Kingston	city-3489854	2934855	10991
AL	Albania	Europe	Tirana	city-3183875	2866376	28748
LT	Lithuania	Europe	Vilnius	city-593116	2789533	65200
QA	Qatar	Asia	Doha	city-290030	2781677	11437
NA	Namibia	Africa	Windhoek	city-3352136	2448255	825418
GM	Gambia	Africa	Banjul	city-2413876	2280102	11300
BW	Botswana	Africa	Gaborone	city-933773	2254126	600370
GA	Gabon	Africa	Libreville	city-2399697	2119275	267667
LS	Lesotho	Africa	Maseru	city-932505	2108132	30355
MK	North Macedonia	Europe	Skopje	city-785842	2082958	25333
SI	Slovenia	Europe	Ljubljana	city-3196359	2067372	20273
LV	Latvia	Europe	Riga	city-456172	1926542	64589
GW	Guinea-Bissau	Africa	Bissau	city-2374775	1874309	36120
XK	Kosovo	Europe	Pristina	city-786714	1845300	10908
BH	Bahrain	Asia	Manama	city-290340	1569439	665
TT	Trinidad and Tobago	North America	Port of Spain	city-3573890	1389858	5128
EE	Estonia	Europe	Tallinn	city-588409	1320884	45226
GQ	Equatorial Guinea	Africa	Ciudad de la Paz	city-12226438	1308974	28051
TL	Timor Leste	Oceania	Dili	city-1645457	1267972	15007
MU	Mauritius	Africa	Port Louis	city-934154	1265303	2040
CY	Cyprus	Europe	Nicosia	city-146268	1189265	9250
SZ	Eswatini	Africa	Mbabane	city-934985	1136191	17363
DJ	Djibouti	Africa	Djibouti	city-223817	958920	23000
FJ	Fiji	Oceania	Suva	city-2198148	883483	18270
KM	Comoros	Africa	Moroni	city-921772	832322	2170
GY	Guyana	South America	Georgetown	city-3378644	779004	214970
RE	Reunion	Africa	Saint-Denis	city-935264	776948	2517
BT	Bhutan	Asia	Thimphu	city-1252416	754394	47000
SB	Solomon Islands	Oceania	Honiara	city-2108502	652858	28450
MO	Macao	Asia	Macau	city-1821274	631636	254
ME	Montenegro	Europe	Podgorica	city-3193044	622345	14026
LU	Luxembourg	Europe	Luxembourg	city-2960316	607728	2586
SR	Suriname	South America	Paramaribo	city-3383330	575991	163270
CV	Cabo Verde	Africa	Praia	city-3374333	543767	4033
MV	Maldives	Asia	Male	city-1282027	515696	300
MT	Malta	Europe	Valletta	city-2562305	483530	316
GP	Guadeloupe	North America	Basse-Terre	city-3579732	443000	1780
MQ	Martinique	North America	Fort-de-France	city-3570675	432900	1100
BN	Brunei	Asia	Bandar Seri Begawan	city-1820906	428962	5770
BS	Bahamas	North America	Nassau	city-3571824	385640	13940
BZ	Belize	North America	Belmopan	city-3582672	383071	22966
IS	Iceland	Europe	Reykjavík	city-3413829	353574	103000
VU	Vanuatu	Oceania	Port-Vila	city-2135171	292680	12200
BB	Barbados	North America	Bridgetown	city-3374036	286641	431
NC	New Caledonia	Oceania	Nouméa	city-2139521	284060	19060
YT	Mayotte	Africa	Mamoudzou	city-921815	279471	374
PF	French Polynesia	Oceania	Papeete	city-4033936	277679	4167
EH	Western Sahara	Africa	Laayoune	city-2462881	273008	266000
ST	Sao Tome and Principe	Africa	São Tomé	city-2410763	197700	1001
WS	Samoa	Oceania	Apia	city-4035413	196130	2944
GF	French Guiana	South America	Cayenne	city-3382160	195506	91000
LC	Saint Lucia	North America	Castries	city-3576812	181889	616
GU	Guam	Oceania	Hagåtña	city-4044012	165768	549
CW	Curacao	North America	Willemstad	city-3513090	159849	444
KI	Kiribati	Oceania	Tarawa	city-2110257	115847	811
FM	Micronesia	Oceania	Palikir	city-2081986	112640	702
GD	Grenada	North America	Saint George's	city-3579925	111454	344
VC	Saint Vincent and the Grenadines	North America	Kingstown	city-3577887	110211	389
VI	U.S. Virgin Islands	North America	Charlotte Amalie	city-4795467	106977	352
AW	Aruba	North America	Oranjestad	city-3577154	105845	193
TO	Tonga	Oceania	Nuku‘alofa	city-4032402	103197	748
SC	Seychelles	Africa	Victoria	city-241131	96762	455
AG	Antigua and Barbuda	North America	Saint John’s	city-3576022	96286	443
JE	Jersey	Europe	Saint Helier	city-3042091	90812	116
IM	Isle of Man	Europe	Douglas	city-3042237	84077	572
AD	Andorra	Europe	Andorra la Vella	city-3041563	77006	468
DM	Dominica	North America	Roseau	city-3575635	71625	754
GG	Guernsey	Europe	Saint Peter Port	city-3042287	65228	78
KY	Cayman Islands	North America	George Town	city-3580661	64174	262
BM	Bermuda	North America	Hamilton	city-3573197	63968	53
MH	Marshall Islands	Oceania	Majuro	city-2113779	58413	181
MP	Northern Mariana Islands	Oceania	Saipan	city-7828758	56882	477
GL	Greenland	North America	Nuuk	city-3421319	56025	2166086
AS	American Samoa	Oceania	Pago Pago	city-5881576	55465	199
KN	Saint Kitts and Nevis	North America	Basseterre	city-3575551	52441	261
FO	Faroe Islands	Europe	Tórshavn	city-2611396	48497	1399
SX	Sint Maarten	North America	Philipsburg	city-3513392	40654	21
MC	Monaco	Europe	Monaco	city-2993458	38682	1
LI	Liechtenstein	Europe	Vaduz	city-3042030	37910	160
TC	Turks and Caicos Islands	North America	Cockburn Town	city-3576994	37665	430
MF	Saint Martin	North America	Marigot	city-3578851	37264	53
SM	San Marino	Europe	San Marino	city-3168070	33785	61
GI	Gibraltar	Europe	Gibraltar	city-2411585	33718	6
VG	British Virgin Islands	North America	Road Town	city-3577430	29802	153
AX	Aland Islands	Europe	Mariehamn	city-3041732	26711	1580
CK	Cook Islands	Oceania	Avarua	city-4035715	21388	240
BQ	Bonaire, Saint Eustatius and Saba	North America			18012	328
PW	Palau	Oceania	Melekeok		17907	458
WF	Wallis and Futuna	Oceania	Mata-Utu	city-4034821	16025	274
AI	Anguilla	North America	The Valley	city-3573374	13254	102
NR	Nauru	Oceania	Yaren	city-7626461	12704	21
TV	Tuvalu	Oceania	Funafuti	city-2110394	11508	26
MS	Montserrat	North America	Plymouth	city-3578069	9341	102
BL	Saint Barthelemy	North America	Gustavia	city-3579132	8450	21
SH	Saint Helena	Africa	Jamestown	city-3370903	7460	410
PM	Saint Pierre and Miquelon	North America	Saint-Pierre	city-3424934	7012	242
IO	British Indian Ocean Territory	Asia	Diego Garcia		4000	60
FK	Falkland Islands	South America	Stanley	city-3426691	2638	12173
SJ	Svalbard and Jan Mayen	Europe	Longyearbyen	city-2729907	2550	62049
NU	Niue	Oceania	Alofi	city-4036284	2166	260
NF	Norfolk Island	Oceania	Kingston	city-2161314	1828	34
CX	Christmas Island	Oceania	Flying Fish Cove	city-2078127	1500	135
TK	Tokelau	Oceania			1466	10
VA	Vatican	Europe	Vatican City	city-6691831	921	0
CC	Cocos Islands	Asia	West Island	city-7304591	628	14
TF	French Southern Territories	Antarctica	Port-aux-Français	city-1546102	140	7829
PN	Pitcairn	Oceania	Adamstown	city-4030723	46	47
GS	South Georgia and the South Sandwich Islands	Antarctica	Grytviken	city-3426466	30	3903
AQ	Antarctica	Antarctica			0	14000000
BV	Bouvet Island	Antarctica			0	49
HM	Heard Island and McDonald Islands	Antarctica			0	412
UM	United States Minor Outlying Islands	Oceania			0	0
"""#
}
